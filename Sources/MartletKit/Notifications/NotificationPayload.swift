// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletWire

extension Martlet.Notifications {
  /// A notification, read from its payload. What can be read never depends on a field that cannot.
  public struct Payload: Hashable, Sendable {
    /// Whether Martlet sent it.
    public let isMartlet: Bool
    /// The campaign that sent it.
    public let campaignId: String?
    /// The same in every copy of this notification.
    public let deliveryId: String?
    public let title: String?
    public let subtitle: String?
    public let body: String?
    /// The number for the app's icon. nil: unchanged.
    public let badge: Int?
    /// Notifications of one thread are grouped.
    public let threadIdentifier: String?
    /// The category, which has the buttons.
    public let categoryIdentifier: String?
    /// Whether nothing is shown: the app only works in the background.
    public let isSilent: Bool
    /// Whether the device fetches its campaigns now.
    public let isSync: Bool
    /// Whether a tap opens the campaign's announcement or survey. It needs the module MartletReach.
    public let opensContent: Bool
    /// Whether the device gets the campaign's banner or data with the notification. It needs the
    /// module MartletReach.
    public let deliversItem: Bool
    /// Whether what it delivers is a banner, which appears in the open app instead of the
    /// notification.
    public let bringsBanner: Bool
    /// What a tap opens. `link(for:)` also knows what buttons open.
    public let link: Link?
    /// What buttons open, by the identifiers of their actions.
    public let actionLinks: [String: Link]
    /// The key-value pairs for the app.
    public let extras: Martlet.InAppMessage.Extras
    /// The whole payload, including `aps`.
    public let userInfo: Martlet.InAppMessage.Extras
    /// The button that was pressed, or nil for a tap on the notification itself, and before there
    /// was any.
    public internal(set) var actionIdentifier: String?
    /// When the notification arrived. nil if that is not known.
    public internal(set) var date: Date?
    /// The fields that were left out, with the reason. They contain no values.
    let problems: [String]
    /// The version of the object `martlet`.
    let version: Int
    let campaignVersion: Int?
    /// Nothing of its content is counted.
    let isTest: Bool
    /// Frequency caps count it, also by these tags.
    let isCapped: Bool
    let tags: [String]

    /// What a notification opens.
    public struct Link: Hashable, Sendable {
      public var url: URL
      /// Whether it opens in the app's own web view.
      public var useWebView: Bool

      public init(url: URL, useWebView: Bool = false) {
        self.url = url
        self.useWebView = useWebView
      }
    }

    /// Reads a payload, as the system passes it to the app.
    ///
    /// - Parameters:
    ///   - actionIdentifier: the button that was pressed.
    ///   - date: when the notification arrived.
    public init(userInfo: [AnyHashable: Any], actionIdentifier: String? = nil, date: Date? = nil) {
      let json = UserInfo.json(userInfo)
      var found: [Wire.DecodingProblem] = []
      let push = json[Wire.Push.key].map { Wire.Push(reading: $0, &found) }
      var problems = found.map { $0.field.isEmpty ? $0.message : "\($0.field): \($0.message)" }
      func link(_ text: String?, _ useWebView: Bool, _ field: String) -> Link? {
        guard let text else { return nil }
        // A URL without a scheme opens nothing.
        guard let url = URL(string: text), url.scheme != nil else {
          problems.append("\(field): This is not a URL with a scheme.")
          return nil
        }
        return Link(url: url, useWebView: useWebView)
      }
      isMartlet = push != nil
      campaignId = push?.campaignID
      deliveryId = push?.deliveryID
      version = push?.version ?? Wire.Push.currentVersion
      isSync = push?.sync ?? false
      opensContent = push?.opensContent ?? false
      deliversItem = push?.deliversItem ?? false
      bringsBanner = push.map { $0.deliversItem && $0.bringsBanner && $0.campaignID != nil } ?? false
      campaignVersion = push?.campaignVersion
      isTest = push?.isTest ?? false
      isCapped = push?.isCapped ?? false
      tags = push?.tags ?? []
      self.link = link(push?.url, push?.useWebView ?? false, "url")
      var links: [String: Link] = [:]
      for (identifier, action) in (push?.actions ?? [:]).sorted(by: { $0.key < $1.key }) {
        links[identifier] = link(action.url, action.useWebView, "actions.\(identifier.prefix(64)).url")
      }
      actionLinks = links
      extras = Martlet.InAppMessage.Extras(json: push?.extras ?? [:])
      self.problems = problems
      let system = json["aps"]
      let alert = system?["alert"]
      title = alert?["title"]?.string
      subtitle = alert?["subtitle"]?.string
      body = alert?.string ?? alert?["body"]?.string
      let icon = system?["badge"]?.wholeNumber.flatMap { Int(exactly: $0) }
      badge = icon ?? push?.badge
      threadIdentifier = system?["thread-id"]?.string
      categoryIdentifier = system?["category"]?.string
      isSilent =
        system?["content-available"]?.wholeNumber == 1 && alert == nil && system?["sound"] == nil
        && icon == nil
      self.userInfo = Martlet.InAppMessage.Extras(json: json)
      self.actionIdentifier = actionIdentifier
      self.date = date
    }

    /// What the button with this identifier opens. nil: a tap on the notification itself.
    public func link(for actionIdentifier: String?) -> Link? {
      actionIdentifier.map { actionLinks[$0] } ?? link
    }

    /// The memory that it takes. Its texts are stored twice.
    var approximateBytes: Int { 2 * Wire.JSONValue.object(userInfo.json).encodedByteCount }
  }

  /// Whether Martlet sent this notification. True even if its part of the payload is damaged.
  public static func isMartletPayload(_ userInfo: [AnyHashable: Any]) -> Bool {
    userInfo[Wire.Push.key] != nil
  }
}
