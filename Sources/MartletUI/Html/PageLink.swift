// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

/// What a link of a page does: which URL opens and where, whether it counts as a click, and whether
/// the message closes.
///
/// | link | opens | message |
/// |---|---|---|
/// | `http`, `https` | in the app's own web view | closes; stays if the link has a target |
/// | `mailto`, `tel`, `sms`, `facetime`, `facetime-audio` | with the system | closes; stays if the link has a target |
/// | any other scheme: a deep link | with the app or the system | closes |
/// | `javascript`, `data`, `file`, `blob`, `about`, and invalid URLs | nothing | stays; the refusal is recorded |
///
/// Links of pages in an archive can have options in their query. They are removed from the URL that
/// opens:
///
/// | option | meaning |
/// |---|---|
/// | `abButtonId=0` or `1` | The click counts for this button, not for the message itself. |
/// | `abExternalOpen=true` | Opens outside the app. |
/// | `abDeepLink=true` | The app opens the web URL as a deep link. |
public struct PageLink: Hashable, Sendable {
  public var action: Martlet.InAppMessage.ClickAction
  /// The button of the click, or nil for the message itself.
  public var buttonID: String?
  /// True if the link counts as a click.
  public var counts: Bool
  /// True if the message closes.
  public var dismisses: Bool

  /// Reads a link. Throws the reason if it is refused.
  ///
  /// - Parameters:
  ///   - text: the URL, as the page resolves it.
  ///   - target: the link's `target`, or `_blank` for a window that a script opens. nil or empty if
  ///     there is none.
  ///   - web: the node with the page.
  public init(url text: String, target: String?, in web: SceneNode.Web) throws(BridgeRefusal) {
    let refusal = BridgeRefusal(method: "link", reason: .address)
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength, let url = URL(string: text),
      let scheme = url.scheme?.lowercased(),
      !Self.refusedSchemes.contains(scheme)
    else { throw refusal }
    let isWeb = scheme == "http" || scheme == "https"
    if isWeb, url.host?.isEmpty ?? true { throw refusal }
    let options = web.readsLinkOptions ? Options(url) : Options()
    let keepsMessage =
      web.linkTargetSupport && target?.isEmpty == false && (isWeb || Self.systemSchemes.contains(scheme))
    action = .url(options.url ?? url, useWebView: isWeb && !options.opensOutside && !options.isDeepLink)
    buttonID = options.buttonID
    counts = web.countsLinks || web.readsLinkOptions
    dismisses = !keepsMessage || options.opensOutside || options.isDeepLink
  }

  /// The maximum length of a URL, in bytes.
  public static let maximumLength = 8_192

  private static let systemSchemes: Set<String> = ["mailto", "tel", "sms", "facetime", "facetime-audio"]
  private static let refusedSchemes: Set<String> = [
    "javascript", "data", "file", "blob", "about", "vbscript", "view-source", "filesystem",
  ]

  private struct Options {
    var buttonID: String?
    var opensOutside = false
    var isDeepLink = false
    /// The URL without the options. nil if there were no options.
    var url: URL?

    init() {}

    /// The names are case-sensitive.
    init(_ given: URL) {
      guard var parts = URLComponents(url: given, resolvingAgainstBaseURL: true), let items = parts.queryItems
      else { return }
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

/// What a person did inside a page right before the page opened a link. Each input opens one link.
public enum PageInput: String, Hashable, Sendable, Codable, CaseIterable {
  case mouse, touch, pen, key
  /// An activation by assistive technology, without a pointer or a key.
  case click

  /// The input in words, such as `with the mouse`.
  public var words: String {
    switch self {
    case .mouse: "with the mouse"
    case .touch: "by touch"
    case .pen: "with a pen"
    case .key: "by key"
    case .click: "by assistive technology"
    }
  }
}
