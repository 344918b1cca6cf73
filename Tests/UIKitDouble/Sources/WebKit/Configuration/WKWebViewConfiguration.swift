// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import UIKit

public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let audio = WKAudiovisualMediaTypes(rawValue: 1 << 0)
  public static let video = WKAudiovisualMediaTypes(rawValue: 1 << 1)
  public static let all = WKAudiovisualMediaTypes(rawValue: ~0)
}

/// What a web view is made with. It keeps the handlers of schemes.
@MainActor open class WKWebViewConfiguration: NSObject {
  open var userContentController = WKUserContentController()
  open var websiteDataStore = WKWebsiteDataStore.default()
  open var preferences = WKPreferences()
  open var defaultWebpagePreferences: WKWebpagePreferences! = WKWebpagePreferences()
  open var allowsInlineMediaPlayback = false
  open var allowsPictureInPictureMediaPlayback = true
  open var allowsAirPlayForMediaPlayback = true
  open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = .all
  open var suppressesIncrementalRendering = false
  open var upgradeKnownHostsToHTTPS = true
  open var limitsNavigationsToAppBoundDomains = false
  open var ignoresViewportScaleLimits = false
  open var applicationNameForUserAgent: String?
  private var handlers: [String: any WKURLSchemeHandler] = [:]

  public override init() { super.init() }

  /// Apple raises an exception for a scheme that has a handler, that is malformed, or that WebKit
  /// loads itself.
  open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String)
  {
    let scheme = urlScheme.lowercased()
    let isWellFormed =
      scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    if !isWellFormed { Violations.record("\(urlScheme) is no scheme") }
    if WKWebView.handlesURLScheme(scheme) { Violations.record("WebKit itself loads the scheme \(urlScheme)") }
    if handlers[scheme] != nil { Violations.record("the scheme \(urlScheme) has a handler already") }
    handlers[scheme] = urlSchemeHandler
  }
  open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
    handlers[urlScheme.lowercased()]
  }

  func duplicate() -> WKWebViewConfiguration {
    let other = WKWebViewConfiguration()
    (other.userContentController, other.websiteDataStore, other.preferences) = (
      userContentController, websiteDataStore, preferences
    )
    other.defaultWebpagePreferences = defaultWebpagePreferences
    other.allowsInlineMediaPlayback = allowsInlineMediaPlayback
    other.allowsPictureInPictureMediaPlayback = allowsPictureInPictureMediaPlayback
    other.allowsAirPlayForMediaPlayback = allowsAirPlayForMediaPlayback
    other.mediaTypesRequiringUserActionForPlayback = mediaTypesRequiringUserActionForPlayback
    other.suppressesIncrementalRendering = suppressesIncrementalRendering
    other.upgradeKnownHostsToHTTPS = upgradeKnownHostsToHTTPS
    other.limitsNavigationsToAppBoundDomains = limitsNavigationsToAppBoundDomains
    other.ignoresViewportScaleLimits = ignoresViewportScaleLimits
    other.applicationNameForUserAgent = applicationNameForUserAgent
    other.handlers = handlers
    return other
  }

  /// The schemes with a handler, for tests.
  var schemes: [String] { handlers.keys.sorted() }
}
