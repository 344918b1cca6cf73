// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit

/// One message of every kind, built by the app. Campaigns in the console make the same ones without
/// code.
public enum SampleMessages {
  public static let all: [(name: String, message: Martlet.InAppMessage)] = [
    ("Slideup", slideup), ("Modal", modal), ("Modal with an image only", modalImage), ("Full screen", full),
    ("Full screen, an image only", fullImage), ("HTML page", html), ("Silent, for a control group", control),
  ]

  /// A card at an edge. The app stays usable.
  static var slideup: Martlet.InAppMessage {
    .slideup(
      .init(
        data: .init(clickAction: open(.product(id: "tulips")), messageClose: .auto(after: 6)),
        graphic: .icon("🌷"),
        message: "The first tulips are here.", slideFrom: .top))
  }

  /// A card in the centre, with buttons.
  static var modal: Martlet.InAppMessage {
    .modal(
      .init(
        header: "Your cart is waiting", message: "Order today, and it arrives before the weekend.",
        buttons: [
          .init(id: 0, text: "Later", clickAction: .none),
          .init(id: 1, text: "To the cart", clickAction: open(.cart)),
        ]))
  }

  static var modalImage: Martlet.InAppMessage {
    .modalImage(
      .init(
        data: .init(clickAction: open(.product(id: "tulips"))), imageURL: picture,
        imageAltText: "A field of tulips"))
  }

  static var full: Martlet.InAppMessage {
    .full(
      .init(
        imageURL: picture, imageAltText: "A field of tulips", header: "Spring is here",
        message: "Everything green costs less until Sunday.",
        buttons: [.init(id: 0, text: "Look around", clickAction: open(.product(id: "herbs")))]))
  }

  static var fullImage: Martlet.InAppMessage {
    .fullImage(
      .init(data: .init(orientation: .portrait), imageURL: picture, imageAltText: "A field of tulips"))
  }

  /// A page of your own. It needs no network: text, styles and scripts are in the message.
  static var html: Martlet.InAppMessage {
    .html(
      .init(
        message: """
          <!doctype html>
          <html lang="en"><head><title>Which colour?</title><meta name="viewport" content="width=device-width">
          <meta name="martlet-close" content="page">
          <style>
            body { margin: 0; padding: calc(var(--martlet-safe-area-top) + 2rem) 1.5rem; font: 1.1rem/1.5 system-ui; background: #fff; color: #1b2130 }
            button { display: block; width: 100%; margin: .75rem 0; padding: 1rem; font: inherit; border: 0; border-radius: .75rem; background: #dfe6f5 }
          </style></head><body>
          <h1>Which colour?</h1>
          <button onclick="martletBridge.logClick('red'); martletBridge.closeMessage()">Red</button>
          <button onclick="martletBridge.logClick('yellow'); martletBridge.closeMessage()">Yellow</button>
          <button onclick="martletBridge.closeMessage()">Close</button>
          </body></html>
          """))
  }

  /// Shows nothing. It counts the people who would have seen a message.
  static var control: Martlet.InAppMessage { .control(.init()) }

  /// Explains what notifications are for. The system asks only once, so ask in your own words
  /// first.
  public static var pushPrimer: Martlet.InAppMessage {
    .modal(
      .init(
        graphic: .icon("🔔"), header: "Shall we tell you?",
        message: "When your order is on its way, and when tulips are back.",
        buttons: [
          .init(id: 0, text: "Not now", clickAction: .none),
          .init(id: 1, text: "Yes", clickAction: open(.pushPermission)),
        ]))
  }

  /// Asks for a review. The button opens a URL of the app, which calls the App Store's dialog.
  public static var reviewRequest: Martlet.InAppMessage {
    .modal(
      .init(
        header: "Do you like the shop?", message: "A review helps others to find it.",
        buttons: [
          .init(id: 0, text: "Not really", clickAction: .none),
          .init(id: 1, text: "Yes", clickAction: open(.review)),
        ]))
  }

  /// A file of the app. Images of campaigns are downloaded in advance.
  static let picture =
    Bundle.module.url(forResource: "tulips", withExtension: "png") ?? URL(fileURLWithPath: "/tulips.png")

  private static func open(_ link: DeepLink) -> Martlet.InAppMessage.ClickAction {
    .url(link.url, useWebView: false)
  }
}
