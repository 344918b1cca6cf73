// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Message {
  /// The kinds of message. What each has and needs is said in its `traits`; how it looks and behaves, in its view.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case slideup, modal
    case modalImage = "modal_image"
    case full
    case fullImage = "full_image"
    case html, control
  }

  /// What messages are made of. No kind has all of it; extras belong to every kind.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    case header, text
    /// Where the lines of header and text begin.
    case alignment
    /// The page of an HTML message, with all that belongs to it: base address, assets and bridge.
    case page
    case image, icon, language
    /// The edge that it comes from.
    case edge
    case buttons
    /// What a tap on the message itself does.
    case action
    /// How it closes.
    case close
    /// How the device must be held.
    case orientation
    /// How it enters and leaves.
    case motion
    case colours
  }

  /// A kind of a newer version may use anything but a page.
  public func uses(_ part: Part) -> Bool { kind.known?.parts.contains(part) ?? (part != .page) }
}

extension Wire.Message.Kind {
  /// What is true of a kind of message: the one place that says it.
  public struct Traits: Hashable, Sendable {
    /// What people call it, the same on every page.
    public let words: String
    /// What it is for, in one sentence or two.
    public let use: String
    public let placement: Placement
    public let parts: Set<Wire.Message.Part>
    public fileprivate(set) var text = TextRule.none
    /// No message of the kind is shown without an image.
    public fileprivate(set) var needsImage = false
    /// The shape in which an image looks best; nil: it has none.
    public fileprivate(set) var imageShape: ImageShape?
  }

  /// Where on the screen it stands.
  public enum Placement: Hashable, Sendable {
    case nowhere
    /// At an edge, in few lines, beside the app.
    case edge
    /// A card over the app.
    case card
    case screen
  }

  /// What it has to say in words.
  public enum TextRule: Hashable, Sendable {
    /// It has no text.
    case none
    case required
    /// A header, a text or an image.
    case orImage
    /// A header or a text belongs to it, but it can be shown without.
    case advised
  }

  /// A shape of image, as its author would say it.
  public enum ImageShape: String, Hashable, Sendable, CaseIterable {
    case square, wide, any, landscape, portrait

    /// Which size to make it.
    public var words: String {
      switch self {
      case .square: "Works best square, such as 240 × 240."
      case .wide: "Works best at 3:1, such as 1500 × 500."
      case .any: "Any shape, at least 600 wide."
      case .landscape: "Works best at 6:5, such as 1200 × 1000."
      case .portrait:
        "Works best in portrait, such as 1200 × 2000. Screens crop the edges, so keep important content in the centre."
      }
    }
  }

  /// What is true of messages of this kind.
  public var traits: Traits {
    switch self {
    case .slideup: .slideup
    case .modal: .modal
    case .modalImage: .modalImage
    case .full: .full
    case .fullImage: .fullImage
    case .html: .html
    case .control: .control
    }
  }

  /// What people call this kind of message, the same on every page.
  public var words: String { traits.words }

  /// What a message of this kind is made of.
  public var parts: Set<Wire.Message.Part> { traits.parts }
}

extension Wire.Message.Kind.Traits {
  fileprivate static let slideup = Self(
    words: "Slideup", use: "A small card at the edge. The app stays usable.", placement: .edge,
    parts: native.union([.text, .icon, .edge]), text: .required, imageShape: .square)

  fileprivate static let modal = Self(
    words: "Modal", use: "A card in the centre that asks for a response.", placement: .card,
    parts: native.union([.header, .text, .alignment, .icon, .buttons]), text: .orImage, imageShape: .wide)

  fileprivate static let modalImage = Self(
    words: "Modal image", use: "A card made of a single image.", placement: .card, parts: native.union([.buttons]), needsImage: true,
    imageShape: .any)

  fileprivate static let full = Self(
    words: "Full screen", use: "Image and text that fill the screen.", placement: .screen,
    parts: native.union([.header, .text, .alignment, .buttons]), text: .advised, needsImage: true, imageShape: .landscape)

  fileprivate static let fullImage = Self(
    words: "Full-screen image", use: "A single image that fills the screen.", placement: .screen, parts: native.union([.buttons]),
    needsImage: true, imageShape: .portrait)

  fileprivate static let html = Self(
    words: "HTML", use: "Your own page, in a sandbox.", placement: .screen, parts: shown.union([.page]))

  fileprivate static let control = Self(
    words: "Silent message", use: "Shows nothing. Counts who would have seen it.", placement: .nowhere, parts: [])

  /// What everything on the screen has.
  private static let shown: Set<Wire.Message.Part> = [.close, .orientation, .motion]
  /// What the SDK's own views have.
  private static let native = shown.union([.image, .language, .action, .colours])
}
