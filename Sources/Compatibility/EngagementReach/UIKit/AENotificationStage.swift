// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import Foundation
import MartletKit
import MartletReach
import MartletUI
public import UIKit

/// Puts the view of a banner on the screen: into the area that the app's screen has for it, or over
/// the window.
///
/// `AEDefaultNotifier` has one. A notifier of the app's own can use one too.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AENotificationStage: NSObject {
  /// For banners that show the icon of the app.
  public let icon: UIImage?
  /// The view on the screen.
  public private(set) var view: UIView?
  private weak var content: AEInteractiveContent?
  private weak var area: UIView?
  private let loadNib: (String) -> UIView?

  /// - Parameter icon: for banners that show the icon of the app. nil: none.
  public convenience init(icon: UIImage?) { self.init(icon: icon, loadNib: Self.viewInMainBundle) }

  init(icon: UIImage?, loadNib: @escaping (String) -> UIView?) {
    (self.icon, self.loadNib) = (icon, loadNib)
    super.init()
  }

  /// The name that a nib of the app can have to replace the view of all banners.
  public static var defaultNibName: String { "AENotificationView" }

  private static func viewInMainBundle(_ name: String) -> UIView? {
    #if canImport(ObjectiveC)
    guard Bundle.main.path(forResource: name, ofType: "nib") != nil else { return nil }
    return Bundle.main.loadNibNamed(name, owner: nil, options: nil)?.first as? UIView
    #else
    return nil
    #endif
  }

  // MARK: - Making a view

  /// The view in the nib of that name in the app. Without such a nib: a view of the SDK for the
  /// default name, and otherwise nil.
  public func makeView(nibName: String?) -> UIView? {
    let name = nibName ?? Self.defaultNibName
    if let view = loadNib(name) { return view }
    guard name == Self.defaultNibName else {
      EngagementAgent.shared()?.log("There is no nib \(name) with a view in the app's main bundle.")
      return nil
    }
    return AENotificationView(frame: .zero)
  }

  /// Fills the parts of a view, which are found by their tags. Parts that the campaign has nothing
  /// for are hidden.
  ///
  /// - Parameters:
  ///   - actioned: the button over the whole banner was pressed.
  ///   - exited: the button that closes it was pressed.
  public func prepare(
    _ view: UIView, for content: AEInteractiveContent, actioned: @escaping @MainActor () -> Void,
    exited: @escaping @MainActor () -> Void
  ) {
    let icon = content.notificationIcon ? icon : nil
    let image = content.notificationImageURL.flatMap { UIImage(contentsOfFile: $0.path) }
    for (tag, picture) in [(ViewTag.icon, icon), (ViewTag.image, image)] {
      guard let part = view.viewWithTag(tag) as? UIImageView else { continue }
      part.image = picture
      part.isHidden = picture == nil
    }
    let texts = [content.notificationTitle, content.notificationMessage]
    for (tag, text) in zip([ViewTag.title, ViewTag.message], texts) {
      guard let part = view.viewWithTag(tag) as? UILabel else { continue }
      part.text = text
      part.isHidden = text.isEmpty
      // The button over the whole banner reads it.
      part.isAccessibilityElement = false
    }
    if let button = view.viewWithTag(ViewTag.button) as? UIButton {
      button.accessibilityLabel = (texts + [content.banner?.imageAltText ?? ""]).filter { !$0.isEmpty }
        .joined(separator: ", ")
      button.addAction(UIAction { _ in actioned() }, for: .primaryActionTriggered)
    }
    if let button = view.viewWithTag(ViewTag.close) as? UIButton {
      button.isHidden = !content.notificationCloseable
      button.accessibilityLabel = closeLabel(content)
      button.addAction(UIAction { _ in exited() }, for: .primaryActionTriggered)
      view.bringSubviewToFront(button)
    }
  }

  private func closeLabel(_ content: AEInteractiveContent) -> String {
    BuiltInWords.close.text(message: content.banner?.language, person: Locale.preferredLanguages.first)
  }

  // MARK: - On the screen

  /// Puts a view on the screen in place of what is there.
  ///
  /// - Parameters:
  ///   - animateArea, animateOverlay: called with the view once it is in the window, unless the
  ///     banner was visible before.
  /// - Returns: false if the app has no window.
  public func show(
    _ view: UIView, for content: AEInteractiveContent, animateArea: (UIView) -> Void,
    animateOverlay: (UIView) -> Void
  ) -> Bool {
    dismiss()
    guard let window = AEViewControllerUtil.availableWindow() else { return false }
    (self.view, self.content) = (view, content)
    let isRepeat = content.item.isRepeat
    if let area = window.viewWithTag(ViewTag.area) {
      self.area = area
      view.frame = area.bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.backgroundColor = .clear
      area.addSubview(view)
      area.isHidden = false
      if !isRepeat { animateArea(view) }
    } else {
      place(view, in: window, edge: content.banner?.edge == .top ? .top : .bottom)
      if !isRepeat { animateOverlay(view) }
    }
    UIAccessibility.post(notification: .layoutChanged, argument: view.viewWithTag(ViewTag.button))
    return true
  }

  /// A nib's autosizing decides about the edge. Otherwise, the campaign does.
  private func place(_ view: UIView, in window: UIWindow, edge: Edge) {
    let mask = view.autoresizingMask
    let isTop =
      mask.contains(.flexibleBottomMargin) != mask.contains(.flexibleTopMargin)
      ? mask.contains(.flexibleBottomMargin) : edge == .top
    let (bounds, insets) = (window.bounds, window.safeAreaInsets)
    let width = bounds.width - insets.left - insets.right
    let own =
      view is AENotificationView
      ? view.sizeThatFits(CGSize(width: width, height: bounds.height)).height : view.bounds.height
    let height = min(max(own, 44), bounds.height - insets.top - insets.bottom)
    view.frame = CGRect(
      x: insets.left, y: isTop ? insets.top : bounds.height - insets.bottom - height, width: width,
      height: height)
    view.autoresizingMask = [.flexibleWidth, isTop ? .flexibleBottomMargin : .flexibleTopMargin]
    window.addSubview(view)
  }

  private enum Edge { case top, bottom }

  /// Whether the view of a banner is in a window.
  public func isShowing(_ content: AEInteractiveContent) -> Bool {
    self.content === content && view?.window != nil
  }

  /// Takes the view away. An area is empty and hidden then.
  public func dismiss() {
    view?.removeFromSuperview()
    area?.isHidden = true
    (view, area, content) = (nil, nil, nil)
  }

  // MARK: - Animations

  /// Lets a view appear in its place.
  public func fadeIn(_ view: UIView) {
    view.alpha = 0
    UIView.animate(withDuration: 0.25) { view.alpha = 1 }
  }

  /// Moves a view in from the edge that it is pinned to. With reduced motion, it fades in.
  public func slideIn(_ view: UIView) {
    guard !UIAccessibility.isReduceMotionEnabled else { return fadeIn(view) }
    let way =
      view.autoresizingMask.contains(.flexibleBottomMargin)
      ? -view.frame.maxY : (view.superview?.bounds.height ?? 0) - view.frame.minY
    view.transform = CGAffineTransform(translationX: 0, y: way)
    UIView.animate(withDuration: 0.25) { view.transform = .identity }
  }
}
#endif
