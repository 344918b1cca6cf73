// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// The object `martlet` in the payload of a push notification, beside `aps`. `docs/push.md`
  /// describes it.
  ///
  /// Every field is optional, so that a version that this code does not know can be opened without
  /// what it does not understand.
  public struct Push: Equatable, Sendable {
    /// The key of this object in a payload. A payload that has it was sent by Martlet, whatever its
    /// value is.
    public static let key = "martlet"
    /// The version of the payload that this code writes.
    public static let currentVersion = 1

    public var version = Self.currentVersion
    /// The campaign that sent it.
    public var campaignID: String?
    /// The same in every copy of one notification, so that a click counts once.
    public var deliveryID: String?
    /// What a tap opens.
    public var url: String?
    public var useWebView = false
    /// The picture that the app's notification service extension adds. The client does not use it.
    public var imageURL: String?
    /// A tap opens the campaign's announcement or survey, instead of a URL.
    public var opensContent = false
    /// The device gets the campaign's banner or data now, as if a trigger had fired.
    public var deliversItem = false
    /// What it delivers is a banner, which the open app shows instead of the notification.
    public var bringsBanner = false
    /// The version of the campaign that was sent.
    public var campaignVersion: Int?
    /// True if an author sent it to a test device: it behaves like any other, but nothing is
    /// counted.
    public var isTest = false
    /// The device counts it as an impression of its campaign, because frequency caps limit it.
    public var isCapped = false
    /// The tags of its campaign, with which shared caps count it.
    public var tags: [String] = []
    /// What each button opens, by the identifier of its action.
    public var actions: [String: PushAction] = [:]
    /// The device fetches its campaigns now.
    public var sync = false
    /// The number to show on the app's icon. nil: unchanged.
    public var badge: Int?
    /// For the app.
    public var extras: [String: JSONValue] = [:]
    public var unknown: UnknownFields = [:]

    public init(
      campaignID: String? = nil, deliveryID: String? = nil, url: String? = nil, useWebView: Bool = false,
      sync: Bool = false
    ) {
      self.campaignID = campaignID
      self.deliveryID = deliveryID
      self.url = url
      self.useWebView = useWebView
      self.sync = sync
    }
  }

  /// What a button of a notification opens.
  public struct PushAction: Equatable, Sendable {
    public var url: String?
    public var useWebView: Bool
    public var unknown: UnknownFields = [:]

    public init(url: String? = nil, useWebView: Bool = false) {
      self.url = url
      self.useWebView = useWebView
    }
  }

  /// The APNs environment of a device token.
  public enum PushEnvironment: String, Hashable, Sendable, CaseIterable {
    case production, development
  }

  /// Whether an app may show notifications.
  public enum PushAuthorization: String, Hashable, Sendable, CaseIterable {
    /// The person was not asked.
    case notDetermined = "not_determined"
    case denied, authorized
    /// Notifications are shown quietly, without having asked.
    case provisional
    /// For a limited time, in an app clip.
    case ephemeral
  }
}

extension Wire.Push: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("version", \.version, "The version of this object.", .written, .range(1...Int64.max)),
    .field(
      "campaign_id", \.campaignID, "The campaign that sent it.", .optional, .text(Wire.Limits.nameLength)),
    .field(
      "delivery_id", \.deliveryID,
      "Identifies this notification on this device. A click with the same id and button counts once.",
      .optional,
      .text(Wire.Limits.nameLength)),
    .field("url", \.url, "The URL that a tap opens.", .optional, .text(Wire.Limits.pushURLLength)),
    .field("use_webview", \.useWebView, "Whether the URL opens inside the app."),
    .field(
      "opens_content", \.opensContent,
      "Whether a tap opens the campaign's announcement or survey, instead of a URL."),
    .field(
      "delivers_item", \.deliversItem,
      "Whether the device gets the campaign's banner or data with it, as if a trigger had fired."),
    .field(
      "brings_banner", \.bringsBanner,
      "Only with `delivers_item`: whether that is a banner, which appears in the open app instead of the notification."
    ),
    .field(
      "campaign_version", \.campaignVersion, "The version of the campaign that was sent.", .optional,
      .range(1...Int64(Int32.max))),
    .field("is_test", \.isTest, "Whether it was sent to a test device. Nothing of its content is counted."),
    .field("capped", \.isCapped, "Whether frequency caps count it as an impression of its campaign."),
    .field("tags", \.tags, "Only with `capped`: the tags by which shared caps count it."),
    .field(
      "image_url", \.imageURL,
      "The picture of the notification: a JPEG, PNG or GIF. The app's extension loads it if `aps` has `\"mutable-content\": 1`.",
      .optional,
      .address(Wire.Limits.pushURLLength)),
    .field(
      "actions", \.actions,
      "What each button opens, by the identifier of its action. A button that is absent opens nothing."),
    .field("sync", \.sync, "Whether the device fetches its campaigns now."),
    .field(
      "badge", \.badge,
      "With a silent push: the number on the app's icon. 0 removes it. A visible push has it in `aps`.",
      .optional,
      .range(0...99_999)),
    .field("extras", \.extras, "Key-value pairs for the app."))
}

extension Wire.PushAction: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("url", \.url, "The URL that the button opens.", .optional, .text(Wire.Limits.pushURLLength)),
    .field("use_webview", \.useWebView, "Whether the URL opens inside the app."))
}
