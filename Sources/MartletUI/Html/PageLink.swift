// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

/// What following a link of a page means: which address opens where, whether it counts as a click, and whether the message closes.
///
/// | link | opens | message |
/// |---|---|---|
/// | `http`, `https` | in the app's own web view | closes, or stays when the link has a target |
/// | `mailto`, `tel`, `sms`, `facetime`, `facetime-audio` | as the system does | closes, or stays when the link has a target |
/// | any other scheme: a deep link | as the app or the system does | closes |
/// | `javascript`, `data`, `file`, `blob`, `about`, and what is no address | nothing | stays; the refusal is recorded |
///
/// Pages that come with an archive may put options into the query of a link; they are taken out of the address that opens:
///
/// | option | meaning |
/// |---|---|
/// | `abButtonId=0` or `1` | the click is one on this button, else on the body |
/// | `abExternalOpen=true` | leaves the app |
/// | `abDeepLink=true` | a web address that the app itself opens |
public struct PageLink: Hashable, Sendable {
  public var action: Martlet.InAppMessage.ClickAction
  /// nil: the body.
  public var buttonID: String?
  /// Following it is logged as a click.
  public var counts: Bool
  /// The message closes.
  public var dismisses: Bool

  /// - Parameters:
  ///   - text: the address, as the page's document resolves it.
  ///   - target: the link's `target`, or `_blank` for a window that a script opens; nil and empty: none.
  ///   - web: the node in which the page is.
  public init(url text: String, target: String?, in web: SceneNode.Web) throws(BridgeRefusal) {
    let refusal = BridgeRefusal(method: "link", reason: .address)
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      !Self.refusedSchemes.contains(scheme)
    else { throw refusal }
    let isWeb = scheme == "http" || scheme == "https"
    if isWeb, url.host?.isEmpty ?? true { throw refusal }
    let options = web.readsLinkOptions ? Options(url) : Options()
    let keepsMessage = web.linkTargetSupport && target?.isEmpty == false && (isWeb || Self.systemSchemes.contains(scheme))
    action = .url(options.url ?? url, useWebView: isWeb && !options.opensOutside && !options.isDeepLink)
    buttonID = options.buttonID
    counts = web.countsLinks || web.readsLinkOptions
    dismisses = !keepsMessage || options.opensOutside || options.isDeepLink
  }

  /// Bytes of an address.
  public static let maximumLength = 8_192

  private static let systemSchemes: Set<String> = ["mailto", "tel", "sms", "facetime", "facetime-audio"]
  private static let refusedSchemes: Set<String> = ["javascript", "data", "file", "blob", "about", "vbscript", "view-source", "filesystem"]

  private struct Options {
    var buttonID: String?
    var opensOutside = false
    var isDeepLink = false
    /// Without the options; nil: there were none.
    var url: URL?

    init() {}

    /// Names are written exactly so.
    init(_ given: URL) {
      guard var parts = URLComponents(url: given, resolvingAgainstBaseURL: true), let items = parts.queryItems else { return }
      var rest: [URLQueryItem] = []
      for item in items {
        switch (item.name, item.value) {
        case ("abButtonId", "0"), ("abButtonId", "1"): buttonID = item.value
        case ("abExternalOpen", _): opensOutside = item.value == "true"
        case ("abDeepLink", _): isDeepLink = item.value == "true"
        default: rest.append(item)
        }
      }
      guard rest.count < items.count else { return }
      parts.queryItems = rest.isEmpty ? nil : rest
      url = parts.url
    }
  }
}
