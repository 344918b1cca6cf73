// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension APNsReason {
  /// The one table of Apple's reasons:
  /// https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
  public var traits: Traits {
    switch self {
    case .badCollapseID: Traits(400, .mistake, "The collapse id is longer than 64 bytes.")
    case .badDeviceToken:
      Traits(
        400, .invalidToken,
        "The device token is not valid, or belongs to the other environment (sandbox or production).")
    case .badExpirationDate: Traits(400, .mistake, "The expiration date is not valid.")
    case .badMessageID: Traits(400, .mistake, "The id of the push is not a UUID.")
    case .badPriority: Traits(400, .mistake, "The priority is not valid for this type of push.")
    case .badTopic: Traits(400, .stop, "The topic is not valid. Use the app’s bundle id.")
    case .deviceTokenNotForTopic:
      Traits(400, .invalidToken, "The device token belongs to another app than the topic.")
    case .duplicateHeaders: Traits(400, .mistake, "A header field was sent more than once.")
    case .idleTimeout: Traits(400, .reconnect, "APNs closed a connection that nobody had used for a while.")
    case .invalidPushType: Traits(400, .mistake, "The type of the push is not valid.")
    case .missingDeviceToken: Traits(400, .mistake, "The push has no device token.")
    case .missingTopic: Traits(400, .mistake, "The push has no topic.")
    case .payloadEmpty: Traits(400, .mistake, "The push has no payload.")
    case .topicDisallowed:
      Traits(400, .stop, "The key may not send to this topic. Check the key and the app’s bundle id.")
    case .badCertificate: Traits(403, .stop, "The certificate is not valid. Use a key.")
    case .badCertificateEnvironment:
      Traits(403, .stop, "The certificate is for the other environment. Use a key.")
    case .expiredProviderToken:
      Traits(403, .renewToken, "The provider token is older than an hour. Check the server’s clock.")
    case .forbidden:
      Traits(403, .stop, "APNs does not allow this. Check the key in your Apple developer account.")
    case .invalidProviderToken:
      Traits(
        403, .stop,
        "The signature of the provider token does not match. Check the key, the key id and the team id.")
    case .missingProviderToken: Traits(403, .stop, "The request has no provider token.")
    case .unrelatedKeyIDInToken: Traits(403, .reconnect, "The connection began with another key.")
    case .badEnvironmentKeyIDInToken:
      Traits(
        403, .stop,
        "The key is not for this environment (sandbox or production). Use a key for both, or for this one.")
    case .badPath: Traits(404, .mistake, "The path of the request is not valid.")
    case .methodNotAllowed: Traits(405, .mistake, "The request did not use POST.")
    case .expiredToken: Traits(410, .invalidToken, "The device token has expired.")
    case .unregistered: Traits(410, .invalidToken, "The device no longer receives pushes of this app.")
    case .payloadTooLarge: Traits(413, .mistake, "The payload is larger than 4,096 bytes.")
    case .tooManyProviderTokenUpdates:
      Traits(
        429, .later(.afterTokenUpdates),
        "Provider tokens of this key were renewed too often. Check whether other programs use the same key.")
    case .tooManyRequests:
      Traits(429, .later(.ofDevice), "The device was sent too many pushes in a short time.")
    case .internalServerError: Traits(500, .later(.ofService), "APNs had an internal error.")
    case .serviceUnavailable: Traits(503, .later(.ofService), "APNs is not available.")
    case .shutdown: Traits(503, .reconnect, "The APNs server is shutting down. Another one takes over.")
    }
  }
}

extension APNsReason.Traits {
  init(_ status: Int, _ meaning: APNsReason.Meaning, _ words: String) {
    self.init(status: status, meaning: meaning, words: words)
  }
}
