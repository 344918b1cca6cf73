// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

/// A place in a screen of the app for banners. Put one into a screen, in code or in Interface
/// Builder:
///
///     let area = NotificationAreaView()
///     stack.insertArrangedSubview(area, at: 0)
///
/// While a window has one, banners are drawn in it, and none lies over the window. If a window has
/// several, the one that came last is used. It is hidden while it is empty, so leave `isHidden`
/// alone.
open class NotificationAreaView: UIView {
  /// The height that the area wants if nothing else decides about it. In points.
  public var preferredHeight: CGFloat = 60 {
    didSet { if preferredHeight != oldValue { invalidateIntrinsicContentSize() } }
  }
  /// Whether a banner is in it.
  public private(set) var hasBanner = false
  /// Called when a banner has come into it, and when it is empty again.
  public var bannerChanged: (@MainActor (_ hasBanner: Bool) -> Void)?

  /// Stable for as long as the view exists.
  private(set) lazy var id = NotificationAreas.shared.makeID()

  /// Creates an empty area.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isHidden = true
  }

  /// Creates an empty area from a nib or a storyboard.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    isHidden = true
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: preferredHeight)
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    NotificationAreas.shared.moved(self)
  }

  /// The area as a banner can use it. nil if it has no room.
  ///
  /// While it is hidden, some layouts give it no size, for example a stack. Then it is the size
  /// that it wants.
  var sceneArea: SceneArea? {
    let width = bounds.width > 0 ? bounds.width : superview?.bounds.width ?? 0
    let height = bounds.height > 0 ? bounds.height : preferredHeight
    guard width > 0, height > 0 else { return nil }
    return SceneArea(id: id, size: SceneSize(width: Double(width), height: Double(height)))
  }

  /// Whether a person could see it if it had a banner: it is in a window, nothing around it is
  /// hidden or transparent, and nothing around it has cut it off or scrolled it away. A banner that
  /// is in it stays while the person scrolls.
  var isReachable: Bool {
    guard let window, let size = sceneArea?.size else { return false }
    let place = CGRect(origin: bounds.origin, size: CGSize(width: size.width, height: size.height))
    var around = superview
    while let view = around {
      if view.isHidden || view.alpha < Self.leastAlpha { return false }
      // What has no size yet may grow with the banner.
      if !hasBanner, view.clipsToBounds || view === window, !view.bounds.isEmpty,
        view.bounds.intersection(convert(place, to: view)).isEmpty
      {
        return false
      }
      around = view.superview
    }
    return true
  }

  /// The system takes what has less for hidden.
  private static let leastAlpha = 0.01

  /// Puts the view of a banner into it, in its whole size.
  func hold(_ view: UIView) {
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(view)
    isHidden = false
    report(true)
  }

  /// Takes the view of a banner out of it.
  func release(_ view: UIView) {
    guard view.superview === self else { return }
    view.removeFromSuperview()
    isHidden = true
    report(false)
  }

  private func report(_ hasBanner: Bool) {
    guard hasBanner != self.hasBanner else { return }
    self.hasBanner = hasBanner
    bannerChanged?(hasBanner)
  }
}
#endif
