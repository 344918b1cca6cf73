// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit
import BrazeUI
import Foundation
import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

extension Compatibility {
  /// Calls that have another form in Martlet.
  @MainActor
  @Suite
  struct CallTests {
    /// Custom events and purchases that the server received, in order.
    private func logged(_ bench: Bench) async -> [String] {
      bench.braze.requestImmediateDataFlush()
      bench.braze.logCustomEvent(name: "end")
      await bench.wait {
        bench.braze.requestImmediateDataFlush()
        return bench.server.storedEvents.contains {
          if case .custom("end", _) = $0.body { true } else { false }
        }
      }
      return bench.server.storedEvents.compactMap { event in
        switch event.body {
        case .custom("end", _): nil
        case .custom(let name, let properties):
          "\(name) \(String(decoding: Wire.encode(Wire.JSONValue.object(properties)), as: UTF8.self))"
        case .purchase(let id, let currency, let price, let quantity, _):
          "\(id) \(currency) \(price) \(quantity)"
        default: nil
        }
      }
    }

    @Test
    func
      `sessions have their id as a UUID: the id itself if it is one, and always the same one for the same session`()
      async
    {
      let bench = Bench()
      var heard: [Braze.SessionEvent] = []
      let subscription = bench.braze.subscribeToSessionUpdates { heard.append($0) }
      defer { subscription.cancel() }
      bench.braze.applicationDidBecomeActive()
      bench.braze.changeUser(userId: "ada")
      await bench.wait { heard.count == 3 }
      guard case .started(let first) = heard[0], case .ended(let ended) = heard[1],
        case .started(let second) = heard[2]
      else {
        Issue.record("\(heard)")
        return
      }
      #expect(first == ended)
      #expect(first != second)
    }

    @Test
    func `the device id is there without waiting, is the same as with waiting, and undefined after a wipe`()
      async
    {
      let bench = Bench()
      let id = bench.braze.deviceId
      #expect(await bench.braze.getDeviceId() == id)
      #expect(id != "undefined")
      bench.braze.wipeData()
      await bench.braze.settled()
      #expect(bench.braze.deviceId == "undefined")
    }

    @Test
    func
      `fields without a meaning keep their values, and the log names them; those that were not changed are not named`()
      async
    {
      let lines = Lines()
      let configuration = Braze.Configuration(apiKey: "key", endpoint: "https://example.test")
      configuration.logger.level = .info
      configuration.logger.print = { line, _ in
        lines.add(line)
        return false
      }
      configuration.forwardUniversalLinks = true
      configuration.useUUIDAsDeviceId = true
      configuration.ephemeralEvents = ["viewed", "left"]
      configuration.api.sdkFlavor = .unity
      configuration.api.addSDKMetadata(["manual"])
      configuration.api.trackingPropertyAllowList = [.email, .customEvent(["viewed"])]
      configuration.logger.signposts = true
      let bench = Bench(configuration: configuration)
      await bench.braze.settled()
      let kept = bench.braze.configuration
      #expect(kept.forwardUniversalLinks && kept.useUUIDAsDeviceId && kept.logger.signposts)
      #expect(kept.ephemeralEvents == ["viewed", "left"])
      #expect(kept.api.sdkFlavor == .unity)
      #expect(kept.api.sdkMetadata == ["manual"])
      #expect(kept.api.trackingPropertyAllowList == [.email, .customEvent(["viewed"])])
      let named = lines.all.filter { $0.contains("has no effect") }.joined()
      for field in [
        "ephemeralEvents", "api.sdkFlavor", "api.sdkMetadata", "api.trackingPropertyAllowList",
      ] {
        #expect(named.contains("Configuration.\(field) is set"))
      }
      #expect(
        !named.contains("useUUIDAsDeviceId") && !named.contains("forwardUniversalLinks")
          && !named.contains("signposts"))
    }

    @Test func `the list of device properties limits the facts that are sent`() {
      let configuration = Braze.Configuration(apiKey: "key", endpoint: "https://example.test")
      #expect(configuration.devicePropertyAllowList == Set(Braze.Configuration.DeviceProperty.allCases))
      configuration.devicePropertyAllowList.remove(.locale)
      #expect(configuration.deviceFacts == [.osVersion, .timeZone])
      configuration.devicePropertyAllowList = [.locale, .carrier]
      #expect(configuration.deviceFacts == [.locale])
      #expect(configuration.devicePropertyAllowList == [.locale])
      configuration.devicePropertyAllowList = []
      #expect(configuration.deviceFacts.isEmpty)
    }

    @Test func `a page in a web view of the app logs events and sets attributes`() async {
      let bench = await Bench().started()
      let page = AppPageBridge(access: .moved, client: bench.braze)
      page.receive(#"{"call":"logCustomEvent","arguments":["answered",{"choice":2}]}"#)
      page.receive(#"{"call":"getUser.setCountry","arguments":["ES"]}"#)
      let lines = await logged(bench)
      #expect(lines.contains { $0.contains("answered") })
      #expect(bench.attributes.contains { $0.hasPrefix("country") })
    }

    @Test
    func `events of a shop arrive as custom events, and an order also as one purchase for each product`()
      async
    {
      let bench = await Bench().started()
      let product = Braze.Ecommerce.Product(
        id: "tulips", name: "Tulips", variantId: "red", quantity: 2, price: 4.5,
        imageURL: "https://example.test/t.png",
        metadata: ["size": "L"])
      let properties =
        #""image_url":"https://example.test/t.png","metadata":{"size":"L"},"price":4.5,"product_id":"tulips","product_name":"Tulips","quantity":2,"variant_id":"red""#
      let braze = bench.braze
      braze.logEcommerceEvent(Braze.Ecommerce.ProductViewed(product: product, currency: "EUR", source: "app"))
      braze.logEcommerceEvent(
        Braze.Ecommerce.CartUpdated(
          cartId: "c", action: .remove, products: [product], totalValue: 9, currency: "EUR", source: "app"))
      braze.logEcommerceEvent(
        Braze.Ecommerce.CheckoutStarted(
          checkoutId: "k", products: [], totalValue: 9, currency: "EUR", source: "app"))
      braze.logEcommerceEvent(
        Braze.Ecommerce.OrderPlaced(
          orderId: "o", cartId: "c", products: [product], totalValue: 9, totalDiscounts: 1, currency: "EUR",
          source: "app"))
      #expect(
        await logged(bench) == [
          #"ecommerce.product_viewed {"currency":"EUR",\#(properties.replacing(#""variant_id""#, with: #""source":"app","variant_id""#))}"#,
          #"ecommerce.cart_updated {"action":"remove","cart_id":"c","currency":"EUR","products":[{\#(properties)}],"source":"app","total_value":9.0}"#,
          #"ecommerce.checkout_started {"checkout_id":"k","currency":"EUR","products":[],"source":"app","total_value":9.0}"#,
          #"ecommerce.order_placed {"cart_id":"c","currency":"EUR","order_id":"o","products":[{\#(properties)}],"source":"app","total_discounts":1.0,"total_value":9.0}"#,
          "tulips EUR 4.5 2",
        ])
    }

    @Test func `attribution is one attribute, which nil removes`() async {
      let bench = await Bench().started()
      bench.braze.user.set(attributionData: .init(network: "radio", adGroup: "morning"))
      bench.braze.user.set(attributionData: nil)
      bench.braze.requestImmediateDataFlush()
      await bench.wait { bench.attributes.count == 2 }
      #expect(
        bench.attributes == [#"attribution {"ad_group":"morning","network":"radio"}"#, "attribution null"])
    }

    @Test func `a test send says so, also after it was stored`() throws {
      let json = Data(#"{"kind":"slideup","message":"Tulips","is_test_send":true}"#.utf8)
      let message = try #require(Braze.InAppMessage.decoding(json: json))
      #expect(message.isTestSend)
      #expect(Braze.InAppMessage.decoding(json: try #require(message.json()))?.isTestSend == true)
      #expect(!Braze.InAppMessage.slideup(.init(message: "Tulips")).isTestSend)
    }

    @Test func `colours, margins, sizes and shadows have the components that apps use`() {
      let color = Braze.InAppMessage.Color(red: 1, green: 0, blue: 0, alpha: 0.5)
      #expect([color.r, color.g, color.b] == [1, 0, 0])
      #expect(color.a == color.alpha)
      let shadow = Shadow(color: color, offset: CGSize(width: 1, height: 2), radius: 3, opacity: 0.5)
      #expect(shadow == SceneNode.Shadow(color: SceneColor(argb: 0x40FF_0000), x: 1, y: 2, radius: 3))
      var attributes = BrazeInAppMessageUI.SlideupView.Attributes()
      attributes.margin.left = 1
      attributes.margin.right = 2
      #expect(attributes.margin == Insets(top: 16, left: 1, bottom: 16, right: 2))
      #expect(attributes.margin.leading == 1)
      attributes.imageSize = CGSize(width: 60, height: 50)
      #expect(attributes.imageSize == CGSize(width: 60, height: 50))
    }
  }
}

/// The lines of a log, from any thread.
private final class Lines: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `lines` is only touched while `lock` is held.
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) {
    lock.withLock { lines.append(line) }
  }

  var all: [String] { lock.withLock { lines } }
}
