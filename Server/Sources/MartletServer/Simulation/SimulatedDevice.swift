// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The device of one simulated person, with what it keeps between sessions.
struct SimulatedDevice {
  let simulation: Simulation
  let person: Int
  let device: Wire.Device
  let userID: String?
  /// How far its clock is ahead.
  let clockError: Duration
  var credential: String?
  var definitionsTag: String?
  /// Of the messages that it has: id and version.
  var campaigns: [(id: String, version: Int)] = []

  private static let models = ["iPhone16,2", "iPhone15,4", "iPhone14,5", "iPhone12,1", "iPad14,3"]
  private static let locales = ["en-US", "en-GB", "de-DE", "es-ES", "fr-FR", "pt-BR", "ja-JP"]
  private static let names = [
    "product_viewed", "cart_viewed", "search", "filter_used", "wish_added", "video_played", "shared",
  ]
  private static let screens = ["Home", "Product", "Cart", "Search", "Profile"]
  private static let products = ["hats", "shoes", "bags", "belts", "coats", "socks"]

  init(_ simulation: Simulation, person: Int) {
    self.simulation = simulation
    self.person = person
    var chance = simulation.chance(person, 1)
    let name = "sim-\(simulation.seed)-\(person)"
    device = Wire.Device(
      id: name, platform: "ios", osVersion: chance.element(of: ["26.1", "26.0", "18.6", "17.7"]),
      model: chance.element(of: Self.models), locale: chance.element(of: Self.locales),
      timeZone: "Etc/UTC", appVersion: chance.element(of: ["3.2", "3.1", "2.9"]), sdkVersion: "0.1.0")
    userID = chance.share() < simulation.users ? name + "-user" : nil
    clockError =
      chance.share() < simulation.wrongClocks
      ? .milliseconds(Int64((chance.share() - 0.5) * 4 * 86_400_000)) : .zero
  }

  /// The events of a session, as the device would send them at its end.
  func events(in session: Simulation.Session) -> [Wire.EventRecord] {
    var chance = simulation.chance(person, 2 + session.number)
    let sessionID = "\(device.id)-\(session.number)"
    var at = session.at
    var events: [Wire.EventRecord] = []
    func log(_ body: Wire.EventRecord.Body, after seconds: Double = 0, user: String?) {
      at = at + .milliseconds(Int64(seconds * 1_000))
      events.append(
        Wire.EventRecord(
          id: "\(sessionID)-\(events.count)", at: at + clockError, sessionID: sessionID, userID: user,
          body: body))
    }
    // Whoever signs in does it in the first session.
    let user = userID
    log(.sessionStart, user: session.number == 0 ? nil : user)
    if session.number == 0, user != nil {
      log(.userChanged(previousUserID: nil), after: 2, user: user)
      log(
        .attribute(key: "plan", value: .string(chance.share() < 0.2 ? "pro" : "free")), after: 0.1, user: user
      )
      log(.attribute(key: "visits", value: .int(0)), user: user)
    }
    let count = Int(simulation.events * (0.5 + chance.share()))
    for _ in 0..<count {
      let rest = 2 + 40 * chance.share()
      switch chance.share() {
      case ..<0.25:
        log(.screenView(name: chance.element(of: Self.screens), properties: [:]), after: rest, user: user)
      case ..<0.28:
        log(
          .purchase(
            productID: chance.element(of: Self.products), currency: "EUR",
            price: Double(Int(chance.share() * 9_000)) / 100 + 1, quantity: 1, properties: [:]),
          after: rest, user: user)
      case ..<0.38 where !campaigns.isEmpty:
        let campaign = chance.element(of: campaigns)
        let shown = Wire.EventRecord.Presentation(
          id: "\(sessionID)-p\(events.count)", campaignID: campaign.id, campaignVersion: campaign.version)
        log(.impression(shown), after: rest, user: user)
        if chance.share() < 0.1 { log(.click(shown, buttonID: nil), after: 3, user: user) }
      default:
        log(
          .custom(
            name: chance.element(of: Self.names),
            properties: [
              "category": .string(chance.element(of: Self.products)),
              "amount": .int(Int64(chance.share() * 500)),
            ]), after: rest, user: user)
      }
    }
    log(
      .sessionEnd(lengthMilliseconds: at.duration(since: session.at).wholeMilliseconds), after: 1, user: user)
    return events
  }

  /// Takes what a sync brought.
  mutating func take(_ response: Wire.SyncResponse) {
    if let secret = response.deviceCredential { credential = secret }
    guard let definitions = response.definitions else { return }
    definitionsTag = definitions.tag
    campaigns = definitions.campaigns.filter { $0.message != nil }.map { ($0.id, $0.version) }
  }
}
