// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

// What a click in reports is: somebody tapped what leads on. Everything that counts clicks reads
// this one description.
//
// Devices report every tap as `click`. A tap on a button, or on the message itself, that only
// closes the message is a dismissal. What an app does with data is neither: nobody saw it.

extension Wire.ClickAction {
  /// Whether it closes what was tapped and does nothing else.
  public var onlyCloses: Bool {
    switch type.known {
    case .some(.none), .newsFeed: true
    case .url, nil: false
    }
  }
}

extension Wire.Message {
  /// Under which the message itself is counted, beside its buttons.
  public static let body = "body"

  /// Whether a tap on the element only closes the message. A page decides itself what its clicks
  /// mean, and so does a view of the app.
  ///
  /// - Parameter element: The id of a button, or `body`. Elements that the message does not have
  ///   lead on.
  public func onlyCloses(_ element: String) -> Bool {
    // Nothing of a silent message can be tapped.
    guard let kind = kind.known, kind.traits.placement != .nowhere, !uses(.page) else { return false }
    if element == Self.body { return !uses(.action) || clickAction.onlyCloses }
    return buttons.first { String($0.id) == element }?.clickAction.onlyCloses ?? false
  }

  /// What people can tap that leads on, the primary button first: the last one, which is drawn
  /// filled. Then the others, then the message itself.
  public var leadingElements: [String] {
    let leading = sent.buttons.reversed().map { String($0.id) }.filter { !onlyCloses($0) }
    return leading + (!uses(.action) || onlyCloses(Self.body) ? [] : [Self.body])
  }
}

extension Wire.Campaign {
  /// Whether a tap on the element only closes the message. nil: that depends on the arm of the
  /// experiment.
  ///
  /// - Parameter arm: The person's arm; nil: not known.
  public func onlyCloses(_ element: String, arm: String? = nil) -> Bool? {
    let variants = experiment?.variants.filter { arm == nil || $0.id == arm }.compactMap(\.message) ?? []
    let messages = variants.isEmpty ? [message].compactMap(\.self) : variants
    let found = Set(messages.map { $0.onlyCloses(element) })
    return found.count > 1 ? nil : found.first ?? false
  }
}

extension CampaignReport {
  /// How often people tapped something of a message that leads on, of the times that the message
  /// was shown.
  public struct ButtonRate: Hashable, Sendable {
    /// The id of a button, or `body`.
    public let element: String
    public let clicks: Int
    public let impressions: Int
  }
}

extension CampaignReport.Totals {
  /// What leads on in the message, the primary button first, and then what did in earlier versions
  /// of it.
  public func rates(of message: Wire.Message) -> [CampaignReport.ButtonRate] {
    let elements = message.leadingElements
    let earlier = clicksByButton.filter { $0.value > 0 && !elements.contains($0.key) }
    return (elements + earlier.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key)).map {
      CampaignReport.ButtonRate(element: $0, clicks: clicksByButton[$0, default: 0], impressions: impressions)
    }
  }
}

extension Wire.EventRecord {
  /// The presentation and the element of a tap on a message. nil for everything else.
  public var tap: (presentation: Presentation, element: String)? {
    guard case .click(let presentation, let buttonID) = body, presentation.surface == nil else { return nil }
    return (presentation, buttonID ?? Wire.Message.body)
  }
}
