// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletKit
import MartletUI
import MartletWire
import SceneHTML

/// A message, banner, announcement or survey as the SDK draws it on a device, made by the same
/// views that devices use.
struct MessagePreview: Hashable, Sendable {
  /// nil if there is nothing to draw.
  var scene: RenderedScene?
  /// Why nothing is drawn, or why a device would not show the message.
  var notice: String?
  /// What a tap does, by the id of the tapped element; `body` stands for every other place that can
  /// be tapped.
  var taps: [String: String] = [:]
  /// The address of the message's page; nil if the message has none.
  var page: String?
  /// The parts that can be shown one at a time; empty for a message.
  var parts: [Part] = []
  /// The part that is shown.
  var part: Part?
  /// The part that a tap opens, by the id of the tapped element.
  var leads: [String: Part] = [:]
  /// What was done in the survey that is shown; nil if none is.
  var walked: [SurveyWalk.Event]?

  /// The id of every preview's scene.
  static let sceneID = "preview"

  /// - Parameter page: Makes a page available to the browser and returns its address.
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
      var preview = drawn(scene, page)
      (preview.notice, preview.taps) = (orientationNotice(message, choice), message.tapWords)
      return preview
    } catch {
      return MessagePreview(notice: words(error))
    }
  }

  /// The message as a small picture, on the smallest phone. nil if there is nothing to draw yet,
  /// and for a page, which only a browser can draw.
  @MainActor
  static func drawing(_ message: Wire.Message) -> SceneDrawing? {
    let message = message.sent
    guard message.kind != .known(.control), !message.uses(.page), message.missing == nil else {
      return nil
    }
    var choice = PreviewChoice()
    choice.device = .small
    let traits = choice.traits
    guard let scene = try? scene(of: message, traits: traits) else { return nil }
    return SceneDrawing(scene, size: SceneSize(width: traits.width, height: traits.height))
  }

  static func drawn(_ scene: MessageScene, _ page: (SceneNode.Web) -> String?) -> MessagePreview {
    var addresses: [String: String] = [:]
    for node in scene.root.allNodes {
      if case .web(let web) = node.content { addresses[node.id] = page(web) }
    }
    return MessagePreview(
      scene: RenderedScene(scene, isEmbedded: true, page: { [addresses] id, _ in addresses[id] }),
      page: addresses.values.first)
  }

  @MainActor
  private static func scene(of message: Wire.Message, traits: SceneTraits) throws(Martlet.InAppMessage
    .WireError) -> MessageScene?
  {
    InAppMessageUI.view(for: try Martlet.InAppMessage(wire: message.drawable))?.makeScene(
      id: sceneID, traits: traits)
  }

  // MARK: - Probes

  /// The message where it has the least room. The browser measures what is cut off.
  struct Probe: Hashable, Sendable {
    /// The text size that the person has chosen.
    var textSize: PreviewChoice.TextSize
    var width: Double
    var height: Double
    var scene: RenderedScene
    /// Whether the message is a page. A page's sandbox cannot be inspected from outside, so the
    /// page is asked to measure itself.
    var isPage = false
  }

  /// - Parameter page: The address of the message's page, if it has one.
  @MainActor
  static func probes(_ message: Wire.Message, page: String? = nil) -> [Probe] {
    let message = message.sent
    guard message.kind != .known(.control), message.missing == nil else { return [] }
    let isPage = message.uses(.page)
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

  static func words(_ error: Martlet.InAppMessage.WireError) -> String {
    switch error {
    case .unsupportedKind: "There is no preview for this message type."
    case .invalid("image_url", _): "Enter an image URL that starts with https://."
    case .invalid(_, let reason): reason
    }
  }
}

extension Wire.Message {
  /// What the author must add before there is something to see; nil if nothing is missing.
  fileprivate var missing: String? {
    if uses(.page), message.isBlank {
      return assetURLs.isEmpty
        ? "Add HTML to see a preview." : "Open the Device Lab to see a page from an archive."
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

  /// The message with placeholder addresses: an unfinished address must not hide the preview.
  /// Whether an action has an address stays visible.
  fileprivate var drawable: Wire.Message {
    var message = self
    func place(_ action: Wire.ClickAction) -> Wire.ClickAction {
      action.type.known == .url
        ? Wire.ClickAction(type: .known(.url), url: "https://example.com") : Wire.ClickAction()
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
    guard !uses(.page) else { return [:] }
    var words = [
      "close": "A tap here closes the message.",
      "body": "A tap here " + clickAction.doing(closing: "message"),
    ]
    for button in buttons {
      words["button-\(button.id)"] =
        "A tap on “\(button.text)” " + button.clickAction.doing(closing: "message")
    }
    return words
  }
}

extension Wire.ClickAction {
  /// `opens https://example.com in the browser, and closes the message.`
  func doing(closing noun: String) -> String {
    guard type == .known(.url), let url, !url.isEmpty else { return "closes the \(noun)." }
    let place = useWebView ? "\(url) inside the app" : ActionChoice.isWeb(url) ? "\(url) in the browser" : url
    return "closes the \(noun) and opens \(place)."
  }
}
