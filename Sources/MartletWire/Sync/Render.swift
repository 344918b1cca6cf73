// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// `POST /sdk/v1/render`: the device is about to show a campaign with `"render": "at_display"`.
  public struct RenderRequest: Equatable, Sendable {
    public var version = Wire.version
    public var device: Device
    public var userID: String?
    public var sessionID: String?
    /// The presentation that is about to be shown.
    public var presentation: EventRecord.Presentation
    /// The event that triggered it. The template can use its properties. nil if a push brought the
    /// campaign.
    public var event: EventRecord?
    /// The device's wall clock when it was sent.
    public var sentAt: Instant
    public var unknown: UnknownFields = [:]

    public init(
      device: Device, userID: String?, sessionID: String?, presentation: EventRecord.Presentation,
      event: EventRecord?, sentAt: Instant
    ) {
      self.device = device
      self.userID = userID
      self.sessionID = sessionID
      self.presentation = presentation
      self.event = event
      self.sentAt = sentAt
    }
  }

  /// The response to `RenderRequest`: what the campaign shows this person, or why it must not be
  /// shown.
  public struct RenderResponse: Equatable, Sendable {
    /// The message, or nil if the campaign has none or is withdrawn.
    public var message: Message?
    /// The banner, content and data of a campaign without a message. nil if the campaign has none
    /// or is withdrawn.
    public var banner: Banner?
    public var content: Content?
    public var data: DataPush?
    public var withdrawn: Withdrawal?
    public var unknown: UnknownFields = [:]

    public init(
      message: Message? = nil, banner: Banner? = nil, content: Content? = nil, data: DataPush? = nil,
      withdrawn: Withdrawal? = nil
    ) {
      self.message = message
      self.banner = banner
      self.content = content
      self.data = data
      self.withdrawn = withdrawn
    }

    /// What a campaign shows, as it is written.
    public init(unrendered campaign: Campaign) {
      self.init(
        message: campaign.message, banner: campaign.banner, content: campaign.content, data: campaign.data)
    }
  }

  /// Why a campaign must not be shown to this person now. Nothing counts, and the next candidate is
  /// tried.
  public struct Withdrawal: Equatable, Sendable {
    public var reason: Open<Reason>
    /// For people, such as the name of a missing value.
    public var detail: String?
    public var unknown: UnknownFields = [:]

    public init(reason: Open<Reason>, detail: String? = nil) {
      self.reason = reason
      self.detail = detail
    }

    /// Devices treat unknown reasons like any other.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
      /// The campaign is paused, finished or deleted.
      case notRunning = "not_running"
      /// The device has an older version of the campaign.
      case changed
      /// The person is no longer in the audience.
      case notEligible = "not_eligible"
      /// The person has no value for something in the template.
      case missingValue = "missing_value"
      case templateError = "template_error"
    }
  }
}

extension Wire.RenderRequest: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(
      device: Wire.Device(id: ""), userID: nil, sessionID: nil,
      presentation: Wire.EventRecord.Presentation.shape.blank.pointee, event: nil,
      sentAt: Instant(milliseconds: 0)), unknown: \.unknown,
    .field("version", \.version, "The version of the protocol.", .required, .range(1...Int64.max)),
    .field("device", \.device, "The [device](#device).", .required),
    .field(
      "user_id", \.userID, "The signed-in user, by the app's own id. Absent: anonymous.", .optional,
      .text(Wire.Limits.userIDLength)),
    .field("session_id", \.sessionID, "The current session.", .optional, .id),
    .part(\.presentation, Wire.EventRecord.Presentation.shape),
    .field(
      "event", \.event,
      "The event that triggered it. The template can use its properties. It is not stored, because it is also sent with the events. Absent: a push brought the campaign."
    ),
    .field("sent_at", \.sentAt, "When it was sent, by the device's clock.", .required))
}

extension Wire.RenderResponse: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("message", \.message, "The message to show instead of the campaign's own."),
    .field("banner", \.banner, "The banner to show instead of the campaign's own."),
    .field("content", \.content, "The content to show instead of the campaign's own."),
    .field("data", \.data, "The data for the app instead of the campaign's own."),
    .field("withdrawn", \.withdrawn, "Why the campaign must not be shown now."))
}

extension Wire.Withdrawal: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(reason: .known(.changed)), unknown: \.unknown,
    .field("reason", \.reason, "A stable code.", .required),
    .field("detail", \.detail, "A sentence for people."))
}
