// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// A view of the app that shows a message.
typealias AppView = InAppMessageView & UIView

/// Holds a view of the app, and fills the window of its message.
///
/// A view with constraints, or with a frame of its own, stays where it puts itself. Any other is in
/// the middle of the safe area, above the keyboard.
final class AppViewPlace: UIView {
  let appView: any AppView
  private let record: AppViewRecord
  /// The size that the app gave the view, if it did so.
  private let ownSize: CGSize?
  /// Whether the view wants no size at all, and so fills the safe area. nil before the first
  /// layout.
  private var fillsRoom: Bool?
  /// Where the view was put last. Somewhere else, the app has put it.
  private var put: (center: CGPoint, size: CGSize)?
  /// The app has given the view a place. It counts.
  private var isPutByApp: Bool
  private var isClosed = false

  init(_ appView: any AppView) {
    self.appView = appView
    record = .of(appView)
    ownSize = appView.bounds.isEmpty ? nil : appView.bounds.size
    isPutByApp = appView.frame.origin != .zero
    super.init(frame: .zero)
    addSubview(appView)
  }

  required init?(coder: NSCoder) { nil }

  /// Whether assistive technology stays inside the view.
  var isModal: Bool { appView.accessibilityViewIsModal }

  /// What assistive technology focuses first.
  var focusTarget: AnyObject { record.initialAccessibilityElement ?? appView }

  /// Whether the view or something inside it takes the touch. Beside it, touches reach the app.
  func takesTouch(at point: CGPoint, in window: UIWindow, with event: UIEvent?) -> Bool {
    appView.hitTest(appView.convert(point, from: window), with: event) != nil
  }

  // MARK: - Appearing and disappearing

  func present(then finished: @escaping @MainActor () -> Void) { record.present(then: finished) }

  func dismiss(then finished: @escaping @MainActor () -> Void) { record.dismiss(then: finished) }

  /// Takes the view away. The place keeps it no longer in any hierarchy.
  func close() {
    isClosed = true
    UIView.performWithoutAnimation { record.takeAway() }
    if appView.superview === self { appView.removeFromSuperview() }
  }

  override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    guard subview === appView, !isClosed else { return }
    // The view has removed itself, or the app has. The window must not go in the middle of that.
    Task { [weak self] in
      guard let self, !isClosed, appView.superview !== self else { return }
      record.disappeared()
    }
  }

  // MARK: - Layout

  override func layoutSubviews() {
    super.layoutSubviews()
    guard appView.superview === self, appView.translatesAutoresizingMaskIntoConstraints else { return }
    // A transform moves neither the centre nor the bounds.
    if let put, appView.center != put.center || appView.bounds.size != put.size { isPutByApp = true }
    if put == nil, let ownSize, ownSize.width >= bounds.width, ownSize.height >= bounds.height {
      isPutByApp = true
    }
    guard !isPutByApp else { return }
    let room = bounds.inset(by: safeAreaInsets)
    let size = ownSize ?? fitting(room.size)
    let corner = CGPoint(
      x: (room.midX - size.width / 2).rounded(), y: (room.midY - size.height / 2).rounded())
    let center = CGPoint(x: corner.x + size.width / 2, y: corner.y + size.height / 2)
    put = (center, size)
    appView.bounds.size = size
    appView.center = center
  }

  /// The size that the view wants, in this space.
  private func fitting(_ room: CGSize) -> CGSize {
    if fillsRoom == true { return room }
    var size = appView.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
    if size.width > room.width {
      // Texts take more lines.
      let narrow = CGSize(width: room.width, height: UIView.layoutFittingCompressedSize.height)
      size = appView.systemLayoutSizeFitting(
        narrow, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    }
    if size.width <= 0 || size.height <= 0 { size = appView.sizeThatFits(room) }
    fillsRoom = size.width <= 0 || size.height <= 0
    if fillsRoom == true { return room }
    return CGSize(width: min(size.width, room.width), height: min(size.height, room.height))
  }
}
#endif
