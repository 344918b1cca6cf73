// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Ready-made messages of every kind, which can be shown without writing a campaign first.
enum SampleMessage: String, Hashable, Sendable, CaseIterable {
  case slideup
  case slideupTop = "slideup_top"
  case modal
  case modalPicture = "modal_picture"
  case modalImage = "modal_image"
  case full
  case fullImage = "full_image"
  case upright
  case page
  case long
  case control

  /// The label of its button: the kind's name in the editor and what is special about the sample.
  var label: String {
    let kind = message.kind.known?.words ?? ""
    return switch self {
    case .slideupTop, .modalPicture: kind + " with image"
    case .upright: kind + ", portrait only"
    case .long: kind + ", long text"
    default: kind
    }
  }

  /// The purpose of the sample.
  var words: String {
    switch self {
    case .slideup: "A card from the bottom with an icon. A tap opens a link."
    case .slideupTop: "A card from the top with an image. Closes after 20 s."
    case .modal: "A card with an icon and two buttons."
    case .modalPicture: "A card with an image and two buttons."
    case .modalImage: "A single image with one button."
    case .full: "Image, text and buttons that fill the screen. A modal on a tablet."
    case .fullImage: "A single image that fills the screen. A modal on a tablet."
    case .upright: "A full-screen message for portrait only."
    case .page: "An HTML page that counts clicks and logs events through its bridge."
    case .long: "More text than fits on the screen. It scrolls."
    case .control: Wire.Message.Kind.control.traits.use
    }
  }

  var message: Wire.Message {
    switch self {
    case .slideup:
      Wire.Message(
        kind: .known(.slideup), message: "Three new arrivals are waiting for you. Have a look?", icon: "👋",
        language: "en",
        slideFrom: .known(.bottom), clickAction: Self.open("https://example.com/new"))
    case .slideupTop:
      Wire.Message(
        kind: .known(.slideup), message: "The plant on your wish list is back.",
        imageURL: Self.picture("plant"),
        imageAlt: "A plant with two leaves in a clay pot", language: "en", slideFrom: .known(.top),
        clickAction: Self.open("cornershop://products/plant"),
        close: Wire.Close(type: .known(.auto), afterSeconds: 20))
    case .modal:
      Wire.Message(
        kind: .known(.modal), header: "How do you like the shop?",
        message: "One minute of your time makes it better for everybody.",
        icon: "⭐️", language: "en",
        buttons: Self.buttons("Not now", "Rate it", Self.open("https://example.com/rate")))
    case .modalPicture:
      Wire.Message(
        kind: .known(.modal), header: "Made for long evenings",
        message: "Lamps and books, 20% off until Sunday.",
        imageURL: Self.picture("lamp"),
        imageAlt: "A lamp, three books and a steaming mug on a table at night", language: "en",
        buttons: Self.buttons(
          "Later", "See the offer", Self.open("https://example.com/evenings", inApp: true)))
    case .modalImage:
      Wire.Message(
        kind: .known(.modalImage), imageURL: Self.picture("offer"),
        imageAlt: "Three for two on every mug in the shop", language: "en",
        buttons: [Wire.Button(id: 0, text: "Choose mugs", clickAction: Self.open("https://example.com/mugs"))]
      )
    case .full: Self.room(header: "Your room, made new", orientation: .any)
    case .fullImage:
      Wire.Message(
        kind: .known(.fullImage), imageURL: Self.picture("poster"),
        imageAlt: "Long evenings: lamps from 49 euros, this week only", language: "en",
        buttons: Self.buttons("No, thanks", "Show me lamps", Self.open("https://example.com/lamps")))
    case .upright: Self.room(header: "Best seen upright", orientation: .portrait)
    case .page:
      Wire.Message(
        kind: .known(.html), message: Self.asset("page.html.txt") ?? "",
        bridge: Wire.Bridge(allows: [.known(.customEvent)]))
    case .long:
      Wire.Message(
        kind: .known(.modal),
        header: "Our new delivery terms, with every detail that you may want to know before you order",
        message: Array(repeating: Self.paragraph, count: 8).joined(separator: "\n\n"),
        messageAlignment: .known(.leading), language: "en",
        buttons: Self.buttons("Read later", "I agree", Wire.ClickAction()))
    case .control: Wire.Message(kind: .known(.control))
    }
  }

  /// A placeholder for the samples' pictures in messages. The page loads them from elsewhere; see
  /// `path(ofPicture:)`.
  private static let pictures = "https://samples.example/"

  private static func picture(_ name: String) -> String { "\(pictures)sample-\(name).svg" }

  /// The path of a sample's picture; nil if the address is not one.
  static func path(ofPicture address: String) -> String? {
    guard address.hasPrefix(pictures) else { return nil }
    return "/lab/samples/\(address.dropFirst(pictures.count))"
  }

  /// The picture with this name.
  static func picture(named name: String) -> [UInt8]? {
    name.hasSuffix(".svg") ? asset(name).map { Array($0.utf8) } : nil
  }

  private static func asset(_ name: String) -> String? {
    EmbeddedFiles.all.first { $0.path == "samples/\(name)" }.map { $0.text.description }
  }

  private static func room(header: String, orientation: Wire.Message.Orientation) -> Wire.Message {
    Wire.Message(
      kind: .known(.full), header: header,
      message:
        "Tell us what you have, and we suggest a lamp, a plant and a chair that go with it. It takes two minutes and costs nothing.",
      imageURL: picture("room"),
      imageAlt: "A room with a green armchair, a lamp and a plant in front of a window", language: "en",
      buttons: buttons("Not now", "Start", open("https://example.com/room", inApp: true)),
      orientation: .known(orientation))
  }

  private static func buttons(_ first: String, _ second: String, _ action: Wire.ClickAction) -> [Wire.Button]
  {
    [Wire.Button(id: 0, text: first), Wire.Button(id: 1, text: second, clickAction: action)]
  }

  private static func open(_ url: String, inApp: Bool = false) -> Wire.ClickAction {
    Wire.ClickAction(type: .known(.url), url: url, useWebView: inApp)
  }

  private static let paragraph = """
    Orders that reach us before two in the afternoon leave our store on the same day. If you do not like something, send it back within \
    thirty days, with or without its box, and we pay the postage.
    """
}
