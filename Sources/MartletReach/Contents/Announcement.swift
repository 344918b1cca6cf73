// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit
public import MartletWire

extension Reach {
  /// A text or a page with up to two buttons.
  public struct Announcement: Hashable, Sendable {
    public var kind: Kind
    /// Empty: no title bar.
    public var title: String
    /// The text, or the HTML of the page. The page of an archive among the assets is used if it is
    /// empty.
    public var body: String
    /// The label of the button for the action. Empty: no button.
    public var actionLabel: String
    /// What the action does after it was counted.
    public var clickAction: ClickAction
    /// The label of the button that closes it. Empty: no button.
    public var exitLabel: String
    /// The language of the texts (BCP 47). Screen readers use it to choose a voice.
    public var language: String?
    public var themes: Themes
    /// The files that a page uses.
    public var assetURLs: Set<URL>
    /// What a page can do beside reporting its action and closing itself.
    public var bridge: Bridge
    /// The key-value pairs of the campaign.
    public var extras: Extras

    public init(
      kind: Kind = .text, title: String = "", body: String = "", actionLabel: String = "",
      clickAction: ClickAction = .none,
      exitLabel: String = "", language: String? = nil, themes: Themes = .defaults, assetURLs: Set<URL> = [],
      bridge: Bridge = Bridge(),
      extras: Extras = [:]
    ) {
      self.kind = kind
      self.title = title
      self.body = body
      self.actionLabel = actionLabel
      self.clickAction = clickAction
      self.exitLabel = exitLabel
      self.language = language
      self.themes = themes
      self.assetURLs = assetURLs
      self.bridge = bridge
      self.extras = extras
    }

    /// How the body is shown. The raw value is its name in the protocol.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case text, html
    }

    /// What a page can do, and the names of its bridge.
    public typealias Bridge = Martlet.InAppMessage.Html.Bridge
  }
}

extension Reach.Announcement {
  /// Creates an announcement from the wire form of a campaign's content. Unknown enumerated values
  /// and missing colours are the defaults.
  ///
  /// Throws an error that names the field if it has nothing to show, or a URL cannot be used, and
  /// if it is of another kind.
  public init(wire: Wire.Content) throws(Reach.ContentError) {
    guard let kind = Kind(rawValue: wire.kind.rawValue) else { throw .unsupportedKind(wire.kind.rawValue) }
    var assets: Set<URL> = []
    for (index, text) in wire.assetURLs.enumerated() {
      assets.insert(try .checked(text, "asset_urls[\(index)]"))
    }
    self.init(
      kind: kind, title: wire.title ?? "", body: wire.body ?? "", actionLabel: wire.actionLabel ?? "",
      clickAction: try .init(wire: wire.action, at: "action"), exitLabel: wire.exitLabel ?? "",
      language: wire.language,
      themes: .init(wire: wire.themes), assetURLs: assets, bridge: wire.bridge.map { Bridge($0) } ?? Bridge(),
      extras: .init(json: wire.extras))
    switch kind {
    case .text:
      guard !title.isEmpty || !body.isEmpty else {
        throw .invalid(field: "body", reason: "An announcement needs a title or text.")
      }
    case .html:
      guard !body.isEmpty || assets.contains(where: { $0.pathExtension.lowercased() == "zip" }) else {
        throw .invalid(field: "body", reason: "This announcement needs a page, or an archive with one.")
      }
    }
  }
}
