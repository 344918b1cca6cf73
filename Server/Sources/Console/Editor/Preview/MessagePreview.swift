// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletKit
import MartletUI
import MartletWire
import SceneHTML

/// A message as the SDK would draw it on a device: made by the very views that devices use.
struct MessagePreview: Hashable, Sendable {
  /// nil when there is nothing to draw.
  var scene: RenderedScene?
  /// Why nothing is drawn, or why a device would not show what is.
  var notice: String?
  /// What a tap does, by the id of what is tapped; `body`: everything else that can be.
  var taps: [String: String] = [:]
  /// Where the browser finds the message's page; nil: it has none.
  var page: String?

  /// The id of every preview's scene.
  static let sceneID = "preview"

  /// - Parameter page: puts a page where the browser finds it, and says where that is.
  @MainActor
  static func make(
    _ message: Wire.Message, choice: PreviewChoice, page: (SceneNode.Web) -> String? = { _ in nil }
  ) -> MessagePreview {
    let message = message.sent
    if message.kind == .known(.control) {
      return MessagePreview(notice: "A silent message shows nothing. It counts who would have seen it.")
    }
    if let missing = message.missing { return MessagePreview(notice: missing) }
    do throws(Martlet.InAppMessage.WireError) {
      guard let scene = try scene(of: message, traits: choice.traits) else {
        return MessagePreview(notice: "There is no preview for this message type.")
      }
      var addresses: [String: String] = [:]
      for node in scene.root.allNodes {
        if case .web(let web) = node.content { addresses[node.id] = page(web) }
      }
      return MessagePreview(
        scene: RenderedScene(scene, isEmbedded: true, page: { [addresses] id, _ in addresses[id] }),
        notice: orientationNotice(message, choice), taps: message.tapWords, page: addresses.values.first)
    } catch {
      return MessagePreview(notice: words(error))
    }
  }

  @MainActor
  private static func scene(of message: Wire.Message, traits: SceneTraits) throws(Martlet.InAppMessage.WireError) -> Scene? {
    InAppMessageUI.view(for: try Martlet.InAppMessage(wire: message.drawable))?.makeScene(id: sceneID, traits: traits)
  }

  // MARK: - Probes

  /// The message where it has least room, for the browser to measure what of it is cut off.
  struct Probe: Hashable, Sendable {
    /// How large the person wants texts.
    var textSize: PreviewChoice.TextSize
    var width: Double
    var height: Double
    var scene: RenderedScene
    /// Nobody can look into the sandbox of a page: it is asked to measure itself.
    var isPage = false
  }

  /// - Parameter page: where the browser finds the message's page, if it has one.
  @MainActor
  static func probes(_ message: Wire.Message, page: String? = nil) -> [Probe] {
    let message = message.sent
    guard message.kind != .known(.control), message.missing == nil else { return [] }
    let isPage = message.kind == .known(.html)
    return [PreviewChoice.TextSize.standard, .largest].compactMap { size in
      var choice = PreviewChoice()
      choice.device = .small
      choice.textSize = size
      guard let scene = try? scene(of: message, traits: choice.traits) else { return nil }
      return Probe(
        textSize: size, width: choice.traits.width, height: choice.traits.height,
        scene: RenderedScene(scene, isEmbedded: true, page: { _, _ in page }), isPage: isPage)
    }
  }

  // MARK: - Words

  private static func orientationNotice(_ message: Wire.Message, _ choice: PreviewChoice) -> String? {
    switch (message.orientation.known, choice.isLandscape) {
    case (.portrait, true): "Not shown in landscape: this message is portrait only."
    case (.landscape, false): "Not shown in portrait: this message is landscape only."
    default: nil
    }
  }

  private static func words(_ error: Martlet.InAppMessage.WireError) -> String {
    switch error {
    case .unsupportedKind: "There is no preview for this message type."
    case .invalid("image_url", _): "Enter an image URL that starts with https://."
    case .invalid(_, let reason): reason
    }
  }
}

extension Wire.Message {
  /// What must be written before there is anything to see; nil: nothing.
  fileprivate var missing: String? {
    if uses(.page), message.isBlank {
      return assetURLs.isEmpty ? "Add HTML to see a preview." : "Open the Device Lab to see a page from an archive."
    }
    if kind.known?.traits.needsImage == true, imageURL.isBlank { return "Add an image URL to see a preview." }
    let lacksText =
      switch kind.known?.traits.text {
      case .required, nil: message.isBlank
      case .orImage: header.isBlank && message.isBlank && imageURL.isBlank
      case .advised, .none?: false
      }
    return lacksText ? "Add text to see a preview." : nil
  }

  /// Where a click leads is no part of the picture: an address that is not finished must not hide the message. Whether there is one is.
  fileprivate var drawable: Wire.Message {
    var message = self
    func place(_ action: Wire.ClickAction) -> Wire.ClickAction {
      action.type.known == .url ? Wire.ClickAction(type: .known(.url), url: "https://example.com") : Wire.ClickAction()
    }
    message.clickAction = place(clickAction)
    message.buttons = buttons.map {
      var button = $0
      button.clickAction = place($0.clickAction)
      return button
    }
    return message
  }

  fileprivate var tapWords: [String: String] {
    guard kind != .known(.html) else { return [:] }
    var words = ["close": "A tap here closes the message.", "body": "A tap here " + clickAction.doing]
    for button in buttons { words["button-\(button.id)"] = "A tap on “\(button.text)” " + button.clickAction.doing }
    return words
  }
}

extension Wire.ClickAction {
  /// `opens https://example.com in the browser, and closes the message.`
  fileprivate var doing: String {
    guard type == .known(.url), let url, !url.isEmpty else { return "closes the message." }
    let start = url.prefix(8).lowercased()
    let place =
      useWebView ? "\(url) inside the app" : start.hasPrefix("http://") || start.hasPrefix("https://") ? "\(url) in the browser" : url
    return "closes the message and opens \(place)."
  }
}
