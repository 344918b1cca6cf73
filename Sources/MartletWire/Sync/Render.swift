// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// `POST /sdk/v1/render`: the device is about to show a campaign with `"render": "at_display"`.
  public struct RenderRequest: Hashable, Sendable {
    public var version: Int
    public var device: Device
    public var userID: String?
    public var sessionID: String?
    /// What is about to be shown.
    public var presentation: EventRecord.Presentation
    /// What triggered it; its properties stand in the template.
    public var event: EventRecord
    /// Device wall clock when sent.
    public var sentAt: Instant
    public var unknown: UnknownFields

    public init(
      version: Int = Wire.version, device: Device, userID: String?, sessionID: String?, presentation: EventRecord.Presentation,
      event: EventRecord, sentAt: Instant, unknown: UnknownFields = [:]
    ) {
      self.version = version
      self.device = device
      self.userID = userID
      self.sessionID = sessionID
      self.presentation = presentation
      self.event = event
      self.sentAt = sentAt
      self.unknown = unknown
    }
  }

  /// The answer to `RenderRequest`: the message as this person shall see it, or why they shall not.
  public struct RenderResponse: Hashable, Sendable {
    /// nil: withdrawn.
    public var message: Message?
    public var withdrawn: Withdrawal?
    public var unknown: UnknownFields

    public init(message: Message?, withdrawn: Withdrawal? = nil, unknown: UnknownFields = [:]) {
      self.message = message
      self.withdrawn = withdrawn
      self.unknown = unknown
    }
  }

  /// Why a campaign shall not be shown to this person now. Nothing is consumed; the next candidate gets its turn.
  public struct Withdrawal: Hashable, Sendable {
    public var reason: Open<Reason>
    /// For people; names the value that is missing, for example.
    public var detail: String?
    public var unknown: UnknownFields

    public init(reason: Open<Reason>, detail: String? = nil, unknown: UnknownFields = [:]) {
      self.reason = reason
      self.detail = detail
      self.unknown = unknown
    }

    /// A device treats a reason that it does not know like any other.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
      /// The campaign is paused, finished or gone.
      case notRunning = "not_running"
      /// The device holds an older version of it.
      case changed
      /// The person is not in its audience any more.
      case notEligible = "not_eligible"
      /// A value that the template needs is not known of this person.
      case missingValue = "missing_value"
      case templateError = "template_error"
    }
  }
}
