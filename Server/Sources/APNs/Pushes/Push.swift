// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import NIOHPACK

/// One notification for one device.
///
/// Its descriptions never contain the device token or the payload.
public struct Push: Sendable {
  /// Raw values are those of `apns-push-type`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Shows something, plays a sound or sets the badge.
    case alert
    /// Wakes the app and shows nothing.
    case background
  }

  /// How urgent it is. Raw values are those of `apns-priority`.
  public enum Priority: Int, Hashable, Sendable, CaseIterable {
    case immediate = 10
    /// When it suits the device's power. Background pushes are always sent with it, because APNs
    /// rejects others.
    case considerate = 5
    /// Never wakes the device.
    case low = 1
  }

  /// Why APNs would reject a push.
  public enum Problem: Error, Hashable, Sendable {
    case deviceToken, topic, collapseID, payloadEmpty
    /// With its size in bytes.
    case payloadTooLarge(Int)
  }

  public let id: APNsID
  /// Hexadecimal.
  public let deviceToken: String
  /// The app's bundle id.
  public let topic: String
  public let kind: Kind
  public let priority: Priority
  /// When APNs stops trying. nil leaves it to APNs.
  public let expiration: Instant?
  /// A device shows only the last push with the same collapse id. The id of the push unless the
  /// author chose one, so that a push whose answer was lost and that is sent again does not show
  /// twice.
  public let collapseID: String
  /// JSON.
  public let payload: [UInt8]

  /// The limits of APNs, in bytes.
  public static let maximumPayloadBytes = 4_096
  public static let maximumCollapseIDBytes = 64
  /// The longest device token in characters. Apple's now have 64 and may become longer.
  public static let maximumTokenCharacters = 200

  public init(
    id: APNsID, deviceToken: String, topic: String, kind: Kind = .alert, priority: Priority = .immediate,
    expiration: Instant? = nil,
    collapseID: String? = nil, payload: [UInt8]
  ) throws(Problem) {
    guard Self.isDeviceToken(deviceToken) else { throw .deviceToken }
    guard Self.isHeaderValue(topic), topic.utf8.count <= 255 else { throw .topic }
    let collapseID = collapseID ?? id.text
    guard Self.isHeaderValue(collapseID), collapseID.utf8.count <= Self.maximumCollapseIDBytes else {
      throw .collapseID
    }
    guard !payload.isEmpty else { throw .payloadEmpty }
    guard payload.count <= Self.maximumPayloadBytes else { throw .payloadTooLarge(payload.count) }
    self.id = id
    self.deviceToken = deviceToken
    self.topic = topic
    self.kind = kind
    self.priority = kind == .background ? .considerate : priority
    self.expiration = expiration
    self.collapseID = collapseID
    self.payload = payload
  }

  /// Returns whether APNs could accept a token: an even number of hexadecimal digits, at most
  /// `maximumTokenCharacters`.
  public static func isDeviceToken(_ text: String) -> Bool {
    let digits = text.utf8
    return (2...maximumTokenCharacters).contains(digits.count) && digits.count.isMultiple(of: 2)
      && digits.allSatisfy(\.isHexDigit)
  }

  /// Printable ASCII without spaces.
  private static func isHeaderValue(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension Push: CustomStringConvertible, CustomReflectable {
  public var description: String { "Push \(id)" }
  /// Without token and payload: `dump` and errors of tests print it.
  public var customMirror: Mirror { Mirror(self, children: ["id": id.text, "topic": topic]) }
}

extension Push.Problem {
  /// What is wrong and what to do. Names the field.
  public var words: String {
    switch self {
    case .deviceToken:
      "The device token is not hexadecimal, or is longer than \(Push.maximumTokenCharacters) characters."
    case .topic: "The topic must be the app’s bundle id: 1 to 255 characters without spaces."
    case .collapseID:
      "The collapse id must have 1 to \(Push.maximumCollapseIDBytes) characters of ASCII without spaces."
    case .payloadEmpty: "The payload is empty."
    case .payloadTooLarge(let bytes):
      "The payload has \(bytes) bytes. APNs accepts at most \(Push.maximumPayloadBytes): shorten its texts."
    }
  }
}

extension Push {
  /// The header fields of its request. What many pushes share is indexed, so it is sent once for
  /// each connection; what is different each time is not.
  func headers(authority: String, token: String) -> HPACKHeaders {
    var headers = HPACKHeaders()
    headers.reserveCapacity(11)
    headers.add(name: ":method", value: "POST")
    headers.add(name: ":scheme", value: "https")
    headers.add(name: ":authority", value: authority)
    headers.add(name: ":path", value: "/3/device/\(deviceToken)", indexing: .nonIndexable)
    headers.add(name: "authorization", value: token)
    headers.add(name: "apns-topic", value: topic)
    headers.add(name: "apns-push-type", value: kind.rawValue)
    headers.add(name: "apns-priority", value: String(priority.rawValue))
    headers.add(name: "apns-id", value: id.text, indexing: .nonIndexable)
    headers.add(
      name: "apns-collapse-id", value: collapseID,
      indexing: collapseID == id.text ? .nonIndexable : .indexable)
    if let expiration {
      headers.add(name: "apns-expiration", value: String(max(expiration.milliseconds / 1_000, 0)))
    }
    return headers
  }
}
