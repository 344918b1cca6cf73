// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

extension Martlet {
  /// A message of any type, with the fields of all types. `InAppMessage(_:)` reads it, and throws
  /// if it is not a possible message.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRaw) @objcMembers
  #endif
  public final class InAppMessageRaw: NSObject {
    /// The context of a message.
    public typealias Context = InAppMessage.Context
    /// A colour.
    public typealias Color = InAppMessage.Color

    /// The type. With `imageStyle` `.graphic`, a modal and a full-screen message are only an image.
    public var type = MessageType.slideup
    /// The text, or the page.
    public var message: String?
    /// The header. nil: none.
    public var header: String?
    /// The image. Needed by full-screen messages and images alone.
    public var imageURL: URL?
    /// The description for screen readers. If nil or empty, the image is decorative.
    public var imageAltText: String?
    /// The language of the text (BCP 47).
    public var language: String?
    /// nil: above the text.
    public var imageStyle: ImageStyle?
    /// A character, or the short name of a symbol. Not used if there is an image.
    public var icon: String?
    /// The URL of `clickAction`.
    public var url: URL?
    /// Whether `url` opens in the app's own web view.
    public var useWebView = false
    /// What a click on the message does.
    public var clickAction = ClickAction.none
    /// How the message closes.
    public var messageClose = MessageClose.swipe
    /// The time until the message closes automatically: seconds below 1,000, otherwise
    /// milliseconds. nil: 5 seconds.
    public var duration: TimeInterval?
    /// The orientations in which it can be shown.
    public var orientation = Orientation.any
    /// nil: from the bottom.
    public var slideFrom: SlideFrom?
    /// nil: centred.
    public var headerTextAlignment: TextAlignment?
    /// nil: centred.
    public var messageTextAlignment: TextAlignment?
    /// Whether it appears with an animation.
    public var animateIn = true
    /// Whether it disappears with an animation.
    public var animateOut = true
    /// The buttons in their order. nil: none.
    public var buttons: [Button]?
    /// The colours by name, `light` and `dark`. nil: the colours below, or if there are none, the
    /// default themes.
    public var themes: [String: Theme]?
    /// The background. Used, like the colours below, if there are no `themes`.
    public var backgroundColor: Color?
    /// The colour of the text.
    public var textColor: Color?
    /// The colour of the header.
    public var headerTextColor: Color?
    /// The colour of the close button.
    public var closeButtonColor: Color?
    /// The colour of the icon.
    public var iconColor: Color?
    /// The colour behind the icon.
    public var iconBackgroundColor: Color?
    /// The colour of the backdrop.
    public var frameColor: Color?
    /// The pairs of the campaign. Pairs whose value is not valid JSON are left out.
    public var extras: [String: Any] {
      get { typedExtras.pairs }
      set { typedExtras = InAppMessage.Extras(newValue) }
    }
    /// A JSON string that the server filled in at display.
    public var messageExtras: String?
    /// Not used.
    public var messageFields: [String: Any]?
    /// The base of a page's relative URLs.
    public var baseURL: URL?
    /// The assets of a page.
    public var assetURLs: [URL]?
    /// True for a silent message.
    public var isControl: Bool {
      get { typed?.control != nil }
      set { typed = newValue ? .control(.init()) : nil }
    }
    /// True if the campaign's author sent it as a test.
    public internal(set) var isTestSend = false
    /// The id of the campaign, or nil for a message that the app built.
    public var id: String?
    /// Set by the SDK, or nil for a message that the app built.
    public var context: Context?

    /// The message, if its type has no raw form: a silent message, or a type of Martlet's own. Of
    /// the fields here, only those that all types share apply to it.
    var typed: InAppMessage?
    /// As they came, with null and dates.
    var typedExtras: InAppMessage.Extras = [:]
    /// What a page can do. Raw messages from elsewhere can do nothing besides closing and clicks.
    var bridge = InAppMessage.Html.Bridge()

    /// Creates a slideup without text.
    public override init() {}

    /// The message as JSON, in Martlet's own format. nil if it is not a possible message.
    public func json() -> Foundation.Data? { (try? InAppMessage(self))?.json() }

    /// Reads a message from JSON in Martlet's own format, or returns nil.
    public static func decoding(json: Foundation.Data) -> InAppMessageRaw? {
      InAppMessage.decoding(json: json).map { InAppMessageRaw($0) }
    }

    /// As `InAppMessage.logImpression(using:)`. Nothing is logged if it is not a possible message.
    @MainActor public func logImpression(using braze: Martlet) {
      (try? InAppMessage(self))?.logImpression(using: braze)
    }

    /// As `InAppMessage.logClick(buttonId:using:)`. Nothing is logged if it is not a possible
    /// message.
    @MainActor public func logClick(buttonId: String?, using braze: Martlet) {
      (try? InAppMessage(self))?.logClick(buttonId: buttonId, using: braze)
    }
  }
}

extension Martlet.InAppMessageRaw {
  /// The type of a message. `htmlFull` is a page in an archive.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawType)
  #endif
  public enum MessageType: Int, Sendable, CaseIterable { case slideup, modal, full, html, htmlFull }
  /// How the image is used: above the text, or as the whole message.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawImageStyle)
  #endif
  public enum ImageStyle: Int, Sendable, CaseIterable { case top, graphic }
  /// What a click does.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawClickAction)
  #endif
  public enum ClickAction: Int, Sendable, CaseIterable {
    case none
    #if canImport(ObjectiveC)
    @objc(BRZInAppMessageRawClickActionURL)
    #endif
    case url
  }
  /// How a message closes.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawClose)
  #endif
  public enum MessageClose: Int, Sendable, CaseIterable { case swipe, autoDismiss }
  /// The orientations in which a message can be shown. `portrait` has the value of UIKit's
  /// orientation.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawOrientation)
  #endif
  public enum Orientation: Int, Sendable, CaseIterable { case any, portrait, landscape }
  /// The edge from which a slideup appears.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawSlideFrom)
  #endif
  public enum SlideFrom: Int, Sendable, CaseIterable { case top, bottom }
  /// The alignment of text, by the reading direction.
  #if canImport(ObjectiveC)
  @objc(BRZInAppMessageRawTextAlignment)
  #endif
  public enum TextAlignment: Int, Sendable, CaseIterable { case start, center, end }
}
