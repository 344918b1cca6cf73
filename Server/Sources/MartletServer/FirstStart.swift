// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import HTTPSupport
public import MartletCore
import MartletWire
public import Store

/// What a new server starts with, so that there is something to see: a sample app with three
/// campaigns, one of them running.
public enum FirstStart {
  public static let sampleApp = AppID("sample")

  /// Does nothing and returns nil when there is an app already. Otherwise returns the sample app's
  /// SDK key, which is shown once. Everything is stored or nothing, so an interrupted start begins
  /// again.
  public static func prepare(store: any Store, environment: Environment) async throws(StoreError) -> Secret? {
    guard try await store.apps().isEmpty else { return nil }
    let now = environment.now()
    let (key, secret) = APIKey.make(
      app: sampleApp, scope: .device, name: "Sample app on devices", environment: environment)
    do throws(StoreError) {
      try await store.insert(
        App(id: sampleApp, name: "Sample app", createdAt: now),
        campaigns: SampleCampaigns.all(app: sampleApp, environment: environment), keys: [key])
    } catch {
      // Another server of the same database began at the same time.
      guard case .alreadyExists = error, try await !store.apps().isEmpty else { throw error }
      return nil
    }
    return secret
  }
}

/// Three campaigns that show the features: a trigger with a filter and two buttons (running), a
/// session start, a purchase.
enum SampleCampaigns {
  /// Oldest first.
  static func all(app: AppID, environment: Environment) -> [Campaign] {
    let now = environment.now()
    return [
      ("Thank you for your order", thanks), ("Welcome back", welcome), ("Free delivery for this cart", cart),
    ].enumerated().map {
      index, sample in
      var campaign = Campaign(
        id: CampaignID(environment.makeID()), appID: app, name: sample.0, content: sample.1,
        // A millisecond apart, so that the order of the list is fixed.
        createdAt: now + .milliseconds(index), updatedAt: now + .milliseconds(index))
      if sample.1 == cart {
        campaign.state = .running
        campaign.launchedAt = campaign.createdAt
      }
      return campaign
    }
  }

  /// Shown when somebody looks at a cart worth more than 20; logs clicks of two buttons.
  static let cart = CampaignContent(
    triggers: [
      Wire.Trigger(
        kind: .known(.customEvent), name: "cart_viewed",
        filter: .compare(Wire.Comparison(path: ["total"], operation: .known(.greater), value: .int(20))))
    ],
    message: Wire.Message(
      kind: .known(.modal),
      header: "Delivery is on us",
      message: "Your cart is worth more than 20, so we bring it to you for free. The offer ends at midnight.",
      icon: "🚚",
      language: "en",
      buttons: [
        Wire.Button(
          id: 0, text: "Not now",
          themes: [
            "light": Wire.ButtonTheme(
              text: color(0x2D3A8C), border: color(0x2D3A8C), background: color(0xFFFFFF)),
            "dark": Wire.ButtonTheme(
              text: color(0xC7D2FE), border: color(0x818CF8), background: color(0x1E1B4B)),
          ]),
        Wire.Button(
          id: 1, text: "Use it",
          clickAction: Wire.ClickAction(
            type: .known(.url), url: "https://example.com/checkout?delivery=free"),
          themes: [
            "light": Wire.ButtonTheme(
              text: color(0xFFFFFF), border: color(0x2D3A8C), background: color(0x2D3A8C)),
            "dark": Wire.ButtonTheme(
              text: color(0x1E1B4B), border: color(0xC7D2FE), background: color(0xC7D2FE)),
          ]),
      ],
      themes: [
        "light": Wire.Theme(
          background: color(0xFFFFFF), text: color(0x374151), headerText: color(0x1E1B4B),
          icon: color(0xFFFFFF),
          iconBackground: color(0x2D3A8C), closeButton: color(0x4B5563)),
        "dark": Wire.Theme(
          background: color(0x1E1B4B), text: color(0xE0E7FF), headerText: color(0xFFFFFF),
          icon: color(0x1E1B4B),
          iconBackground: color(0xC7D2FE), closeButton: color(0xC7D2FE)),
      ],
      extras: ["offer": "free_delivery"]),
    priority: Wire.Priority(bucket: .known(.high)))

  /// Greets at every session start, and closes by itself.
  static let welcome = CampaignContent(
    triggers: [Wire.Trigger(kind: .known(.sessionStart))],
    message: Wire.Message(
      kind: .known(.slideup),
      message: "Good to see you again. Three new arrivals are waiting for you.",
      icon: "👋",
      language: "en",
      slideFrom: .known(.bottom),
      clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/new"),
      close: Wire.Close(type: .known(.auto), afterSeconds: 8),
      themes: [
        "light": Wire.Theme(
          background: color(0xECFDF5), text: color(0x064E3B), icon: color(0xFFFFFF),
          iconBackground: color(0x047857)),
        "dark": Wire.Theme(
          background: color(0x064E3B), text: color(0xD1FAE5), icon: color(0x064E3B),
          iconBackground: color(0xA7F3D0)),
      ]))

  /// Thanks for any purchase.
  static let thanks = CampaignContent(
    triggers: [Wire.Trigger(kind: .known(.anyPurchase))],
    message: Wire.Message(
      kind: .known(.modal),
      header: "Thank you!",
      message: "Your order is on its way. Shall we tell you when it arrives?",
      icon: "🎁",
      language: "en",
      buttons: [
        Wire.Button(id: 0, text: "No, thanks"),
        Wire.Button(
          id: 1, text: "Yes, please",
          clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/orders/notify")),
      ],
      themes: [
        "light": Wire.Theme(background: color(0xFFF7ED), text: color(0x431407), headerText: color(0x7C2D12)),
        "dark": Wire.Theme(background: color(0x431407), text: color(0xFFEDD5), headerText: color(0xFFFFFF)),
      ]))

  private static func color(_ rgb: UInt32) -> Wire.Color {
    Wire.Color(argb: 0xFF00_0000 | rgb)
  }
}
