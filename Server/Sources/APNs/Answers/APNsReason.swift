// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why APNs did not accept a push, as Apple documents it. Raw values are Apple's.
public enum APNsReason: String, Hashable, Sendable, CaseIterable {
  case badCollapseID = "BadCollapseId"
  case badDeviceToken = "BadDeviceToken"
  case badExpirationDate = "BadExpirationDate"
  case badMessageID = "BadMessageId"
  case badPriority = "BadPriority"
  case badTopic = "BadTopic"
  case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
  case duplicateHeaders = "DuplicateHeaders"
  case idleTimeout = "IdleTimeout"
  case invalidPushType = "InvalidPushType"
  case missingDeviceToken = "MissingDeviceToken"
  case missingTopic = "MissingTopic"
  case payloadEmpty = "PayloadEmpty"
  case topicDisallowed = "TopicDisallowed"
  case badCertificate = "BadCertificate"
  case badCertificateEnvironment = "BadCertificateEnvironment"
  case expiredProviderToken = "ExpiredProviderToken"
  case forbidden = "Forbidden"
  case invalidProviderToken = "InvalidProviderToken"
  case missingProviderToken = "MissingProviderToken"
  case unrelatedKeyIDInToken = "UnrelatedKeyIdInToken"
  case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
  case badPath = "BadPath"
  case methodNotAllowed = "MethodNotAllowed"
  case expiredToken = "ExpiredToken"
  case unregistered = "Unregistered"
  case payloadTooLarge = "PayloadTooLarge"
  case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
  case tooManyRequests = "TooManyRequests"
  case internalServerError = "InternalServerError"
  case serviceUnavailable = "ServiceUnavailable"
  case shutdown = "Shutdown"

  /// Reads a reason as APNs sends it. nil if Apple does not document it.
  public init?(text: String) {
    // Apple documents one spelling and its servers also send the other.
    self.init(rawValue: text == "BadEnvironmentKeyInToken" ? Self.badEnvironmentKeyIDInToken.rawValue : text)
  }

  /// What a sender does after an answer that is not a success.
  public enum Meaning: Hashable, Sendable {
    /// The device cannot be reached with this token. Other devices are not affected.
    case invalidToken
    /// This push can never be accepted as it is. Other pushes are not affected.
    case mistake
    /// No push with this key and topic is accepted until somebody changes the settings.
    case stop
    /// The provider token must be renewed. The push can then be sent again.
    case renewToken
    /// The push can be sent again immediately, over another connection.
    case reconnect
    /// The push can be sent again later.
    case later(Wait)
  }

  /// Everything that is known about a reason.
  public struct Traits: Hashable, Sendable {
    /// The HTTP status that comes with it.
    public let status: Int
    public let meaning: Meaning
    /// What happened and what to do, in one or two sentences.
    public let words: String
  }

  public var status: Int { traits.status }
  public var meaning: Meaning { traits.meaning }
  public var words: String { traits.words }
}
