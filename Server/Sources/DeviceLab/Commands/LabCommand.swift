// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import MartletWire

/// What a person can do to a device.
enum LabCommand: Hashable, Sendable {
  /// Opens the app from cold: what ran before is gone, and with it the stack (D10).
  case startSession
  case background
  case foreground
  /// Ends the app's process.
  case quit
  case logEvent(name: String, properties: [String: Wire.JSONValue])
  case purchase(productID: String, currency: String, price: Double, quantity: Int, properties: [String: Wire.JSONValue])
  /// nil: a notification that was not sent by a campaign.
  case pushClick(campaignID: String?)
  case changeUser(id: String)
  case network(isOnline: Bool)
  case rotate
  case scheme(SceneTraits.Scheme)
  /// In per cent of the usual size.
  case textScale(percent: Int)
  case direction(Direction)
  case reduceMotion(Bool)
  case model(DeviceModel)
  /// Sends what waits, now.
  case flush
  case wipe
  /// The SDK's own switch.
  case enabled(Bool)
  /// What the app's delegate answers from now on when it is asked about a message.
  case answer(InAppMessageUI.DisplayChoice)
  case drainPolicy(InAppMessageUI.DrainPolicy)
  case presentNext
  /// Moves the device's clock.
  case advance(Duration)

  /// The longest that the clock is moved at once: 400 days.
  static let longestAdvance = 400 * 86_400

  enum Direction: String, Hashable, Sendable, CaseIterable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  enum Name: String, Hashable, Sendable, CaseIterable {
    case startSession = "start_session"
    case background, foreground, quit
    case logEvent = "log_event"
    case purchase
    case pushClick = "push_click"
    case changeUser = "change_user"
    case network, rotate, scheme
    case textScale = "text_scale"
    case direction
    case reduceMotion = "reduce_motion"
    case model, flush, wipe, enabled, answer
    case drainPolicy = "drain_policy"
    case presentNext = "present_next"
    case advance
  }

  /// Throws 422 that names every field that is wrong.
  init(json: Wire.JSONValue) throws {
    var fields = try FieldReader(json)
    let name = fields.choice("command", of: Name.self, default: .flush)
    try fields.finish()
    self =
      switch name {
      case .startSession: .startSession
      case .background: .background
      case .foreground: .foreground
      case .quit: .quit
      case .rotate: .rotate
      case .flush: .flush
      case .wipe: .wipe
      case .logEvent:
        .logEvent(name: fields.string("name", length: 1...Wire.Limits.nameLength), properties: fields.properties("properties"))
      case .purchase: Self.purchase(&fields)
      case .pushClick:
        .pushClick(campaignID: fields.has("campaign_id") ? fields.string("campaign_id", length: 1...Wire.Limits.nameLength) : nil)
      case .enabled: .enabled(fields.bool("on"))
      case .answer: .answer(fields.choice("answer", of: InAppMessageUI.DisplayChoice.self, default: .now))
      case .drainPolicy: .drainPolicy(fields.choice("policy", of: InAppMessageUI.DrainPolicy.self, default: .afterDismissal))
      case .presentNext: .presentNext
      case .advance: .advance(.seconds(fields.integer("seconds", in: 1...Self.longestAdvance)))
      case .changeUser: .changeUser(id: fields.string("user_id", length: 1...Wire.Limits.userIDLength))
      case .network: .network(isOnline: fields.bool("online"))
      case .scheme: .scheme(fields.choice("scheme", of: Scheme.self, default: .light) == .dark ? .dark : .light)
      case .textScale: .textScale(percent: fields.integer("percent", in: 80...310))
      case .direction: .direction(fields.choice("direction", default: .leftToRight))
      case .reduceMotion: .reduceMotion(fields.bool("on"))
      case .model: .model(fields.choice("model", default: .smallPhone))
      }
    try fields.finish()
  }

  private enum Scheme: String, CaseIterable {
    case light, dark
  }

  private static func purchase(_ fields: inout FieldReader) -> LabCommand {
    let currency = fields.string("currency", length: 3...3)
    if !currency.isEmpty, !currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) {
      fields.refuse("currency", "Expected three capital letters, such as EUR.")
    }
    return .purchase(
      productID: fields.string("product_id", length: 1...Wire.Limits.nameLength), currency: currency,
      price: fields.number("price", in: 0...1_000_000_000), quantity: fields.integer("quantity", in: Wire.Limits.quantity, default: 1),
      properties: fields.properties("properties"))
  }
}
