// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A notification that the system shows. Only the server uses it, to send it: devices do not
  /// receive it with their definitions.
  public struct PushNotification: Equatable, Sendable {
    public var title: String?
    public var subtitle: String?
    public var text: String?
    /// The picture that the app's notification service extension adds.
    public var imageURL: String?
    /// `default`, or the name of a file in the app. Absent: no sound.
    public var sound: String?
    /// The number on the app's icon. nil: unchanged.
    public var badge: Int?
    /// Groups notifications in the notification centre.
    public var threadID: String?
    public var interruption: Open<Interruption>?
    /// The category of the app that has the buttons.
    public var buttonCategory: String?
    /// What each button opens, by the identifier of its action.
    public var actions: [String: PushAction]
    /// What a tap opens. Only without content.
    public var action: ClickAction
    /// True if the person notices nothing: the device only fetches its campaigns.
    public var isSilent: Bool
    /// Whether frequency caps limit it, as they limit messages: it is not sent when one is reached,
    /// and counts towards them.
    public var isCapped: Bool
    public var extras: [String: JSONValue]
    public var unknown: UnknownFields

    public init(
      title: String? = nil, subtitle: String? = nil, text: String? = nil, imageURL: String? = nil,
      sound: String? = nil,
      badge: Int? = nil, threadID: String? = nil, interruption: Open<Interruption>? = nil,
      buttonCategory: String? = nil,
      actions: [String: PushAction] = [:], action: ClickAction = ClickAction(), isSilent: Bool = false,
      isCapped: Bool = false, extras: [String: JSONValue] = [:], unknown: UnknownFields = [:]
    ) {
      self.title = title
      self.subtitle = subtitle
      self.text = text
      self.imageURL = imageURL
      self.sound = sound
      self.badge = badge
      self.threadID = threadID
      self.interruption = interruption
      self.buttonCategory = buttonCategory
      self.actions = actions
      self.action = action
      self.isSilent = isSilent
      self.isCapped = isCapped
      self.extras = extras
      self.unknown = unknown
    }

    /// How much it disturbs. The system decides with the person's settings.
    public enum Interruption: String, Hashable, Sendable, CaseIterable {
      case passive, active
      case timeSensitive = "time_sensitive"
      case critical
    }
  }
}

extension Wire.PushNotification: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("title", \.title, "The title.", .optional, .most(Wire.Limits.headerLength)),
    .field("subtitle", \.subtitle, "The line below the title.", .optional, .most(Wire.Limits.headerLength)),
    .field("text", \.text, "The text.", .optional, .most(Wire.Limits.bannerTextLength)),
    .field(
      "image_url", \.imageURL, "A JPEG, PNG or GIF, which the app's extension loads.", .optional,
      .address(Wire.Limits.pushURLLength)),
    .field(
      "sound", \.sound, "`default`, or the name of a file in the app. Absent: no sound.", .optional,
      .most(Wire.Limits.nameLength)),
    .field(
      "badge", \.badge, "The number on the app's icon. 0 removes it. Absent: unchanged.", .optional,
      .range(0...99_999)),
    .field("thread_id", \.threadID, "Groups notifications.", .optional, .most(Wire.Limits.nameLength)),
    .field("interruption", \.interruption, "How much it disturbs. Absent: `active`."),
    .field(
      "button_category", \.buttonCategory, "The category of the app that has the buttons.", .optional,
      .most(Wire.Limits.nameLength)),
    .field("actions", \.actions, "What each button opens, by the identifier of its action."),
    .field("action", \.action, "What a tap opens. Only without content."),
    .field(
      "silent", \.isSilent, "True if the person notices nothing: the device only fetches its campaigns."),
    .field(
      "capped", \.isCapped,
      "Whether frequency caps apply to it: it counts as an impression, and is not sent to a person who has reached one."
    ),
    .field("extras", \.extras, "Key-value pairs for the app."))
}
