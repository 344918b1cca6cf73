// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletKit

/// A notification of Martlet that was passed to the app delegate, as modules of the app get it.
///
/// It can be archived. What JSON cannot hold is left out.
#if canImport(ObjectiveC)
@objcMembers
#endif
public final class AEPushMessage: NSObject, NSSecureCoding {
  /// The same in every copy of the notification. The id of the campaign if the notification has
  /// none of its own, and empty without both.
  public private(set) var messageId = ""
  /// What the notification has for Martlet.
  public private(set) var reachValues: [String: Any] = [:]
  /// The whole notification, with `aps` and what the app's own server added.
  public private(set) var payload: [String: Any] = [:]

  /// A message without values, for `parseJsonPayload(_:)`.
  public override init() { super.init() }

  init(userInfo: [AnyHashable: Any]) {
    super.init()
    read(userInfo)
  }

  /// Replaces the values by those of a notification.
  ///
  /// - Parameter json: a dictionary, or its JSON as a string or as data, up to 64 KB.
  /// - Returns: false if it is none of them, or not a notification of Martlet. Then nothing
  ///   changes.
  @discardableResult
  public func parseJsonPayload(_ json: Any!) -> Bool {
    guard let fields = Self.fields(json), EngagementAgent.isEngagementPushPayload(fields) else {
      return false
    }
    read(fields)
    return true
  }

  private func read(_ userInfo: [AnyHashable: Any]) {
    let read = Martlet.Notifications.Payload(userInfo: userInfo)
    messageId = read.deliveryId ?? read.campaignId ?? ""
    payload = read.userInfo.pairs
    reachValues = payload["martlet"] as? [String: Any] ?? [:]
  }

  /// A notification of Apple has up to 4 KB.
  private static let maximumBytes = 65_536

  private static func fields(_ json: Any?) -> [AnyHashable: Any]? {
    switch json {
    case let text as String: text.utf8.count <= maximumBytes ? fields(Data(text.utf8)) : nil
    case let data as Data:
      data.count <= maximumBytes ? (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] : nil
    case let fields as [AnyHashable: Any]: fields
    default: nil
    }
  }

  // MARK: - Archives

  /// true: only strings, numbers and lists and dictionaries of them are archived.
  public static var supportsSecureCoding: Bool { true }

  /// Reads an archived message. nil if it is damaged.
  public required convenience init?(coder: NSCoder) {
    self.init()
    guard let data = coder.decodeObject(of: NSData.self, forKey: "payload"), parseJsonPayload(data as Data)
    else { return nil }
  }

  public func encode(with coder: NSCoder) { coder.encode(json as NSData, forKey: "payload") }

  private var json: Data { Data(Tracking.json(payload).utf8) }
}
