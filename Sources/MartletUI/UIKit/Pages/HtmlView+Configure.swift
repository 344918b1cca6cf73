// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && canImport(UIKit)
public import WebKit

extension InAppMessageUI.HtmlView.Attributes {
  /// Changes the configuration of the page's web view before it is created: scripts and message
  /// handlers of the app, playback, text interaction …
  ///
  /// What keeps the page in its sandbox stays, whatever the closure does: its storage is empty and
  /// not kept, it loads nothing but its own files, images, fonts and media, scripts run but open no
  /// windows, and the bridge is there. Another `userContentController` has no effect; add to the
  /// one that is there.
  public var configure: (@MainActor (WKWebViewConfiguration) -> Void)? {
    get {
      guard let configuresPage else { return nil }
      return { configuration in configuresPage(configuration) }
    }
    set {
      guard let newValue else {
        configuresPage = nil
        return
      }
      configuresPage = { configuration in
        if let configuration = configuration as? WKWebViewConfiguration { newValue(configuration) }
      }
    }
  }
}
#endif
