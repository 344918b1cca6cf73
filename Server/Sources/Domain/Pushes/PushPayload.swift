// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// The payload of a push, as `docs/push.md` describes it.
public struct PushPayload: Sendable {
  private let push: Wire.PushNotification
  private let campaign: Wire.Campaign
  private let isTest: Bool

  /// What APNs accepts.
  public static let maximumBytes = 4_096
  /// An id as long as the server's own.
  static let longestID = String(repeating: "0", count: 36)

  /// - Parameters:
  ///   - push: What is sent, with all values in its texts.
  ///   - campaign: Whose push it is. A tap opens its content instead of a URL, and the push can
  ///     bring its banner or data.
  ///   - isTest: Whether nothing of its content is counted.
  public init(_ push: Wire.PushNotification, of campaign: Wire.Campaign, isTest: Bool = false) {
    self.push = push
    self.campaign = campaign
    self.isTest = isTest
  }

  /// JSON.
  public func bytes(deliveryID: String) -> [UInt8] {
    Wire.encode(Wire.JSONValue.object(["aps": .object(aps), Wire.Push.key: martlet(deliveryID).json]))
  }

  /// The size and the longest field of a payload that is too large; nil if APNs accepts its size.
  public var excess: (bytes: Int, field: String)? {
    let count = bytes(deliveryID: Self.longestID).count
    guard count > Self.maximumBytes else { return nil }
    var sizes: [String: Int] = [:]
    func add(_ field: String, _ text: String?) {
      if let text { sizes[field] = Wire.JSONValue.string(text).encodedByteCount }
    }
    add("title", push.title)
    add("subtitle", push.subtitle)
    add("text", push.text)
    add("image_url", push.imageURL)
    add("sound", push.sound)
    add("thread_id", push.threadID)
    add("button_category", push.buttonCategory)
    add("action.url", push.action.url)
    if push.isCapped {
      sizes["tags"] = Wire.JSONValue.array(campaign.rules.tags.map { .string($0) }).encodedByteCount
    }
    for (name, action) in push.actions { add("actions.\(name).url", action.url) }
    for (key, value) in push.extras { sizes["extras.\(key)"] = value.encodedByteCount }
    let longest = sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return (count, longest?.key ?? "text")
  }

  private var aps: [String: Wire.JSONValue] {
    // APNs requires that a silent push has nothing that people notice.
    if push.isSilent { return ["content-available": 1] }
    var alert: [String: Wire.JSONValue] = [:]
    alert["title"] = push.title.map { .string($0) }
    alert["subtitle"] = push.subtitle.map { .string($0) }
    alert["body"] = push.text.map { .string($0) }
    var aps: [String: Wire.JSONValue] = ["alert": .object(alert)]
    aps["sound"] = push.sound.map { .string($0) }
    aps["badge"] = push.badge.map { .int(Int64($0)) }
    aps["thread-id"] = push.threadID.map { .string($0) }
    aps["category"] = push.buttonCategory.map { .string($0) }
    aps["interruption-level"] = push.interruption?.known.map { .string($0.apsName) }
    // The app is woken to take what the push brings, and to count it.
    if campaign.isDeliveredByPush || push.isCapped { aps["content-available"] = 1 }
    // The app's extension adds the picture.
    if push.imageURL != nil { aps["mutable-content"] = 1 }
    return aps
  }

  private func martlet(_ deliveryID: String) -> Wire.Push {
    let opensContent = campaign.content != nil
    // What brings an item fetches its campaign only if the device does not have it.
    var martlet = Wire.Push(
      campaignID: campaign.id, deliveryID: deliveryID, sync: push.isSilent && !campaign.isDeliveredByPush)
    (martlet.opensContent, martlet.deliversItem, martlet.isTest) = (
      opensContent, campaign.isDeliveredByPush, isTest
    )
    martlet.bringsBanner = campaign.isDeliveredByPush && campaign.banner != nil
    if opensContent || martlet.deliversItem { martlet.campaignVersion = campaign.version }
    if !opensContent, push.action.type == .known(.url) {
      martlet.url = push.action.url
      martlet.useWebView = push.action.useWebView
    }
    (martlet.isCapped, martlet.tags) = (push.isCapped, push.isCapped ? campaign.rules.tags : [])
    martlet.imageURL = push.imageURL
    martlet.actions = push.actions
    if push.isSilent { martlet.badge = push.badge }
    martlet.extras = push.extras
    return martlet
  }
}

extension Wire.PushNotification.Interruption {
  /// Apple's name.
  fileprivate var apsName: String {
    switch self {
    case .passive: "passive"
    case .active: "active"
    case .timeSensitive: "time-sensitive"
    case .critical: "critical"
    }
  }
}
