// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs

/// Apple's documented checks of a request, except those of its provider token.
struct RequestRules: Sendable {
  /// The bundle ids that the key may send to. nil: all.
  var topics: Set<String>?

  /// Values of `apns-push-type`.
  static let kinds: Set<String> = [
    "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm",
    "pushtotalk", "voip", "widgets",
  ]
  static let priorities: Set<String> = ["1", "5", "10"]

  /// What can be said before the payload has come. nil: nothing is wrong.
  func refusal(of head: RequestHead) -> APNsReason? {
    if head.method != "POST" { return .methodNotAllowed }
    guard head.path.hasPrefix(RequestHead.pathPrefix) else { return .badPath }
    let token = head.deviceToken
    if token.isEmpty { return .missingDeviceToken }
    if token.contains("/") { return .badPath }
    if head.hasDuplicates { return .duplicateHeaders }
    if !Push.isDeviceToken(token) { return .badDeviceToken }
    return refusal(ofFields: head)
  }

  private func refusal(ofFields head: RequestHead) -> APNsReason? {
    guard let topic = head.topic else { return .missingTopic }
    if topic.isEmpty { return .badTopic }
    if let topics, !topics.contains(topic) { return .topicDisallowed }
    guard let kind = head.kind, Self.kinds.contains(kind) else { return .invalidPushType }
    if let id = head.id, APNsID(uuid: id) == nil { return .badMessageID }
    if let priority = head.priority, !Self.priorities.contains(priority) { return .badPriority }
    if kind == "background", head.priority != "5" { return .badPriority }
    if let expiration = head.expiration, UInt64(expiration) == nil { return .badExpirationDate }
    if let collapseID = head.collapseID, collapseID.utf8.count > Push.maximumCollapseIDBytes {
      return .badCollapseID
    }
    return nil
  }

  func refusal(ofPayload bytes: Int) -> APNsReason? {
    if bytes == 0 { return .payloadEmpty }
    return bytes > Push.maximumPayloadBytes ? .payloadTooLarge : nil
  }
}
