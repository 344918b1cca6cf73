// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

/// Shows banners over the window, or in a view with the tag `NOTIFICATION_AREA_VIEW_TAG`. Extend it
/// to change how they look and move.
///
/// Objective-C has a class of its own with this name.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
#if canImport(ObjectiveC)
@objc(AESwiftDefaultNotifier)
#endif
@MainActor
open class AEDefaultNotifier: NSObject, AENotifier {
  /// What puts the views on the screen.
  var stage: AENotificationStage
  private var content: AEInteractiveContent?

  /// - Parameter icon: for banners that show the icon of the app. nil: none.
  public required init(icon: UIImage!) {
    stage = AENotificationStage(icon: icon)
    super.init()
  }

  /// A notifier whose banners show no icon.
  public override convenience init() { self.init(icon: nil) }

  /// A notifier whose banners can show an icon.
  public class func notifier(withIcon icon: UIImage!) -> Any! { self.init(icon: icon) }

  // MARK: - What subclasses change

  /// The nib with the view. By default `AENotificationView`, which the app need not have.
  open func nibName(forCategory category: String!) -> String! { AENotificationStage.defaultNibName }

  /// Loads the view, and prepares it. nil drops the campaign.
  open func notificationView(for content: AEInteractiveContent!) -> UIView! {
    guard let content, let view = stage.makeView(nibName: nibName(forCategory: content.category)) else {
      return nil
    }
    prepareNotificationView(view, for: content)
    return view
  }

  /// Fills the parts of the view, which are found by their tags, and connects its buttons. The view
  /// is not in a window yet.
  open func prepareNotificationView(_ view: UIView!, for content: AEInteractiveContent!) {
    guard let view, let content else { return }
    stage.prepare(view, for: content) { [weak self] in
      self?.onNotificationActioned()
    } exited: { [weak self] in
      self?.onNotificationExited()
    }
  }

  /// The view is on the screen. Does nothing.
  open func notificationViewDidAppear(_ view: UIView!) {}

  /// The view is no longer on the screen. Does nothing.
  open func notificationViewDidDisappear(_ view: UIView!) {}

  /// Lets the view fade in.
  open func animateAreaNoticationView(_ view: UIView!) { view.map(stage.fadeIn) }

  /// Moves the view in from its edge.
  open func animateOverlayNotificationView(_ view: UIView!) { view.map(stage.slideIn) }

  /// The person tapped the banner.
  #if canImport(ObjectiveC)
  @objc
  #endif
  open func onNotificationActioned() {
    let content = content
    takeAway()
    content?.actionNotification()
  }

  /// The person closed the banner.
  #if canImport(ObjectiveC)
  @objc
  #endif
  open func onNotificationExited() {
    let content = content
    takeAway()
    content?.exitNotification()
  }

  // MARK: - AENotifier

  /// - Throws: the campaign is dropped, because there is no view for it. The log says so.
  open func handleNotification(_ content: AEInteractiveContent!) throws -> Bool {
    guard let content, let view = notificationView(for: content) else { throw NoView() }
    takeAway()
    let isShown = stage.show(
      view, for: content, animateArea: animateAreaNoticationView,
      animateOverlay: animateOverlayNotificationView)
    guard isShown else { return false }
    self.content = content
    notificationViewDidAppear(view)
    return true
  }

  open func clearNotification(_ category: String!) { takeAway() }

  private func takeAway() {
    let view = stage.view
    stage.dismiss()
    content = nil
    if let view { notificationViewDidDisappear(view) }
  }

  private struct NoView: Error, CustomStringConvertible {
    var description: String { "There is no view for the banner." }
  }
}

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
extension AEDefaultNotifier: SeesItsView {
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  func isShowing(_ content: AEInteractiveContent) -> Bool { stage.isShowing(content) }
}
#endif
