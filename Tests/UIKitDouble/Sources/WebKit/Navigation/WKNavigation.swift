// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

@MainActor open class WKNavigation: NSObject {
  package override init() { super.init() }
}

public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow, download }
public enum WKNavigationResponsePolicy: Int, Sendable { case cancel, allow, download }
public enum WKNavigationType: Int, Sendable {
  case linkActivated, formSubmitted, backForward, reload, formResubmitted
  case other = -1
}

@MainActor open class WKNavigationAction: NSObject {
  public let request: URLRequest
  public let sourceFrame: WKFrameInfo
  /// nil for a new window.
  public let targetFrame: WKFrameInfo?
  public let navigationType: WKNavigationType
  open var shouldPerformDownload: Bool { false }

  package init(request: URLRequest, source: WKFrameInfo, target: WKFrameInfo?, type: WKNavigationType) {
    (self.request, sourceFrame, targetFrame, navigationType) = (request, source, target, type)
    super.init()
  }
}

@MainActor open class WKNavigationResponse: NSObject {
  public let response: URLResponse
  public let isForMainFrame: Bool
  public let canShowMIMEType: Bool

  package init(response: URLResponse, isForMainFrame: Bool, canShow: Bool) {
    (self.response, self.isForMainFrame, canShowMIMEType) = (response, isForMainFrame, canShow)
    super.init()
  }
}

@MainActor open class WKFrameInfo: NSObject {
  public let isMainFrame: Bool
  public let request: URLRequest
  public let securityOrigin: WKSecurityOrigin
  open private(set) weak var webView: WKWebView?

  package init(isMainFrame: Bool, request: URLRequest, webView: WKWebView?, origin: WKSecurityOrigin? = nil) {
    (self.isMainFrame, self.request, self.webView) = (isMainFrame, request, webView)
    securityOrigin = origin ?? WKSecurityOrigin(request.url)
    super.init()
  }
}

@MainActor open class WKSecurityOrigin: NSObject {
  public let `protocol`: String
  public let host: String
  public let port: Int

  package init(_ url: URL?) {
    `protocol` = url?.scheme ?? ""
    host = url?.host ?? ""
    port = url?.port ?? 0
    super.init()
  }
}

@MainActor open class WKWindowFeatures: NSObject {
  package override init() { super.init() }
}
