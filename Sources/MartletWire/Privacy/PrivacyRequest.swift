// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// `POST /sdk/v1/privacy`: the person who uses the device asks for their data, or for its
  /// deletion.
  public struct PrivacyRequest: Equatable, Sendable {
    public var version = Wire.version
    public var device: Device
    public var userID: String?
    public var kind: Open<Kind>
    /// The device's wall clock when it was sent.
    public var sentAt: Instant
    public var unknown: UnknownFields = [:]

    public init(device: Device, userID: String?, kind: Open<Kind>, sentAt: Instant) {
      self.device = device
      self.userID = userID
      self.kind = kind
      self.sentAt = sentAt
    }

    /// What a person can ask for.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A copy of everything that is stored about them. The app's team gives it to them; it is
      /// never sent to a device.
      case export
      /// That everything that is stored about them is deleted.
      case deletion
    }

    /// The codes of problems with the request itself, which a repetition does not solve.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
      /// The app's settings do not accept requests from devices.
      case off = "privacy_requests_off"
      /// The server does not verify users (SDK authentication is off), so anybody could ask in the
      /// name of this user.
      case userNotVerified = "privacy_user_not_verified"
      /// Nobody is signed in, so the team would not know to whom to give the data.
      case notSignedIn = "privacy_not_signed_in"
      /// The request has no secret that proves which device it comes from.
      case deviceNotProven = "privacy_device_not_proven"
      /// What this device did anonymously belongs to a person who signed in on it.
      case belongsToUser = "privacy_belongs_to_user"
      /// Nothing is stored about this person.
      case nothingStored = "privacy_nothing_stored"
    }
  }

  /// The response to `PrivacyRequest`. A person has at most one open request of each kind: a
  /// repetition gets the one that is there.
  public struct PrivacyResponse: Equatable, Sendable {
    /// The id of the request. nil if nothing had to be stored, because it was carried out at once.
    public var id: String?
    public var kind: Open<PrivacyRequest.Kind>
    public var state: Open<State>
    public var requestedAt: Instant
    /// When the team has to answer at the latest. nil if it is answered.
    public var dueAt: Instant?
    /// The receipt of a deletion. nil if nothing was deleted.
    public var receiptID: String?
    public var unknown: UnknownFields = [:]

    public init(
      id: String?, kind: Open<PrivacyRequest.Kind>, state: Open<State>, requestedAt: Instant,
      dueAt: Instant? = nil,
      receiptID: String? = nil
    ) {
      self.id = id
      self.kind = kind
      self.state = state
      self.requestedAt = requestedAt
      self.dueAt = dueAt
      self.receiptID = receiptID
    }

    /// What has become of a request.
    public enum State: String, Hashable, Sendable, CaseIterable {
      /// The team has not answered yet.
      case open
      /// It was carried out.
      case done
      /// The team declined it.
      case declined
    }
  }
}

extension Wire.PrivacyRequest: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(
      device: Wire.Device(id: ""), userID: nil, kind: .known(.export), sentAt: Instant(milliseconds: 0)),
    unknown: \.unknown,
    .field("version", \.version, "The version of the protocol.", .required, .range(1...Int64.max)),
    .field("device", \.device, "The [device](#device).", .required),
    .field(
      "user_id", \.userID, "The signed-in user, by the app's own id. Absent: anonymous.", .optional,
      .text(Wire.Limits.userIDLength)),
    .field("kind", \.kind, "What the person asks for.", .required),
    .field("sent_at", \.sentAt, "When it was sent, by the device's clock.", .required))
}

extension Wire.PrivacyResponse: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: nil, kind: .known(.export), state: .known(.open), requestedAt: Instant(milliseconds: 0)),
    unknown: \.unknown,
    .field(
      "id", \.id, "The id of the request. Absent: it was carried out at once and is not kept.", .optional, .id
    ),
    .field("kind", \.kind, "What the person asked for.", .required),
    .field("state", \.state, "What has become of it.", .required),
    .field("requested_at", \.requestedAt, "When they asked, by the server's clock.", .required),
    .field("due_at", \.dueAt, "When the team has to answer at the latest. Absent: it is answered."),
    .field(
      "receipt_id", \.receiptID, "The receipt of the deletion. Absent: nothing was deleted.", .optional, .id))
}
