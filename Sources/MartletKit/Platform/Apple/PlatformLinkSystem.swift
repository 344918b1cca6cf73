// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UIKit

#if canImport(SafariServices) && !os(tvOS)
import SafariServices
#endif

/// Opens links with UIKit, and web pages with Safari inside the app.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
struct PlatformLinkSystem: LinkSystem {
  let log: Log

  var decidesItself: Bool { false }
  /// A scene without windows, as in a car, opens nothing.
  var isReady: Bool { UIWindowScene.ofApp.contains { $0.activationState == .foregroundActive } }

  func controller(for context: Martlet.URLContext) -> AnyObject? {
    #if canImport(SafariServices) && !os(tvOS)
    if let wanted = context.targetViewController { return wanted }
    let windows = scene(for: context)?.windows ?? []
    return PagePlace.window(among: windows.map(PagePlace.Window.init)).flatMap {
      windows[$0].rootViewController
    }
    #else
    return nil
    #endif
  }

  func present(_ page: Martlet.ModalContext, then: @escaping @MainActor (Bool) -> Void) {
    #if canImport(SafariServices) && !os(tvOS)
    // The delegate may have chosen another controller.
    let chain = page.presentingViewController?.chain ?? []
    guard LinkRoute.isPage(page.url), let last = chain.last,
      PagePlace.canPresent(on: chain.map(PagePlace.Controller.init))
    else {
      return then(false)
    }
    last.present(SFSafariViewController(url: page.url), animated: page.animatesPresentation) { then(true) }
    #else
    then(false)
    #endif
  }

  func forward(_ context: Martlet.URLContext) -> Bool {
    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    activity.webpageURL = context.url
    let app = UIApplication.shared
    #if canImport(ObjectiveC)
    if let scene = scene(for: context), scene.delegate?.scene?(scene, continue: activity) != nil {
      return true
    }
    return app.delegate?.application?(app, continue: activity, restorationHandler: { _ in }) ?? false
    #else
    if let scene = scene(for: context), let delegate = scene.delegate {
      delegate.scene(scene, continue: activity)
      return true
    }
    return app.delegate?.application(app, continue: activity, restorationHandler: { _ in }) ?? false
    #endif
  }

  func open(_ context: Martlet.URLContext, universalLinksOnly: Bool) {
    let ended: @MainActor @Sendable (Bool) -> Void = { [log, scheme = context.url.scheme ?? "?"] isOpen in
      if !isOpen { log.info("The system did not open a URL with the scheme \(scheme): no app handles it.") }
    }
    if let scene = context.targetScene {
      let options = UIScene.OpenExternalURLOptions()
      options.universalLinksOnly = universalLinksOnly
      scene.open(context.url, options: options, completionHandler: ended)
    } else {
      UIApplication.shared.open(
        context.url, options: universalLinksOnly ? [.universalLinksOnly: true] : [:], completionHandler: ended
      )
    }
  }

  /// The wanted scene, or the active one with the key window, or another active one.
  private func scene(for context: Martlet.URLContext) -> UIWindowScene? {
    if let wanted = context.targetScene as? UIWindowScene { return wanted }
    return UIWindowScene.active(among: UIWindowScene.ofApp.filter { $0.activationState == .foregroundActive })
  }
}

extension PagePlace.Window {
  @MainActor
  fileprivate init(_ window: UIWindow) {
    self.init(
      isUsable: !window.isHidden && window.rootViewController != nil, isKey: window.isKeyWindow,
      isAtUsualLevel: window.windowLevel == .normal,
      message: (window as? any MessageCover).map { $0.coversApp ? .covering : .beside })
  }
}

extension PagePlace.Controller {
  @MainActor
  fileprivate init(_ controller: UIViewController) {
    self.init(
      isInWindow: controller.viewIfLoaded?.window != nil,
      isMoving: controller.isBeingPresented || controller.isBeingDismissed,
      isAlert: controller is UIAlertController)
  }
}

extension UIViewController {
  /// This controller, what it presents, and so on.
  fileprivate var chain: [UIViewController] {
    var chain = [self]
    while let next = chain.last?.presentedViewController { chain.append(next) }
    return chain
  }
}
#elseif canImport(AppKit)
import AppKit

/// Opens links with the apps that the person has chosen for them.
struct PlatformLinkSystem: LinkSystem {
  let log: Log

  func open(_ context: Martlet.URLContext, universalLinksOnly: Bool) {
    guard !NSWorkspace.shared.open(context.url) else { return }
    log.info("The system did not open a URL with the scheme \(context.url.scheme ?? "?"): no app handles it.")
  }
}
#else
/// Nothing opens links here. The log says what would have been opened.
struct PlatformLinkSystem: LinkSystem {
  let log: Log

  func open(_ context: Martlet.URLContext, universalLinksOnly: Bool) {
    log.info(
      "A URL with the scheme \(context.url.scheme ?? "?") was not opened. Set Configuration.urlOpener to open URLs on this system."
    )
  }
}
#endif
