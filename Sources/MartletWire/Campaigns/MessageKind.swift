// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Message {
  /// The message types. Their `traits` describe what they have and need. How they look and behave
  /// is in their views.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case slideup, modal
    case modalImage = "modal_image"
    case full
    case fullImage = "full_image"
    case html, control
  }

  /// The parts of messages. No type has all of them. All types have extras.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    case header, text
    /// The alignment of header and text.
    case alignment
    /// The page of an HTML message, with its base URL, assets and bridge.
    case page
    case image, icon, language
    /// The edge from which it appears.
    case edge
    case buttons
    /// The action of a tap on the message itself.
    case action
    /// How it closes.
    case close
    /// The supported orientations.
    case orientation
    /// The animations.
    case motion
    case colours
  }

  /// Whether the message type has a part. An unknown type from a newer version can have any part
  /// except a page.
  public func uses(_ part: Part) -> Bool { kind.known?.parts.contains(part) ?? (part != .page) }
}

extension Wire.Message.Kind {
  /// The description of a message type, in one place.
  public struct Traits: Hashable, Sendable {
    /// The name of the type, the same on every page.
    public let words: String
    /// What the type is for, in one or two sentences.
    public let use: String
    public let placement: Placement
    public let parts: Set<Wire.Message.Part>
    public fileprivate(set) var text = TextRule.none
    /// True if a message of this type needs an image.
    public fileprivate(set) var needsImage = false
    /// The best shape of its image, or nil.
    public fileprivate(set) var imageShape: ImageShape?
  }

  /// Where it is on the screen.
  public enum Placement: Equatable, Sendable {
    case nowhere
    /// At an edge, with a few lines. The app stays usable.
    case edge
    /// A card above the app.
    case card
    case screen
  }

  /// Whether it has text.
  public enum TextRule: Equatable, Sendable {
    /// It has no text.
    case none
    case required
    /// A header, text or an image is required.
    case orImage
    /// A header or text is recommended, but not required.
    case advised
  }

  /// The shape of an image, in the words of an author.
  public enum ImageShape: String, Hashable, Sendable, CaseIterable {
    case square, wide, any, landscape, portrait

    /// The recommended size.
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

  /// The description of this type.
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

  /// The name of this type, the same on every page.
  public var words: String { traits.words }

  /// The parts of a message of this type.
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
    words: "Modal image", use: "A card made of a single image.", placement: .card,
    parts: native.union([.buttons]), needsImage: true,
    imageShape: .any)

  fileprivate static let full = Self(
    words: "Full screen", use: "Image and text that fill the screen.", placement: .screen,
    parts: native.union([.header, .text, .alignment, .buttons]), text: .advised, needsImage: true,
    imageShape: .landscape)

  fileprivate static let fullImage = Self(
    words: "Full-screen image", use: "A single image that fills the screen.", placement: .screen,
    parts: native.union([.buttons]),
    needsImage: true, imageShape: .portrait)

  fileprivate static let html = Self(
    words: "HTML", use: "Your own page, in a sandbox.", placement: .screen, parts: shown.union([.page]))

  fileprivate static let control = Self(
    words: "Silent message", use: "Shows nothing. Counts who would have seen it.", placement: .nowhere,
    parts: [])

  /// The parts of all messages that are visible.
  private static let shown: Set<Wire.Message.Part> = [.close, .orientation, .motion]
  /// The parts of messages in the SDK's own views.
  private static let native = shown.union([.image, .language, .action, .colours])
}
