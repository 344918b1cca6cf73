// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletTesting
import MartletUI
import Testing

@testable import ShopModel

@Suite("The shop")
struct ShopModelTests {
  @Test(
    arguments: [DeepLink.product(id: "tulips"), .cart, .account, .messages, .review, .pushPermission])
  func `every link has a URL that opens it again`(link: DeepLink) {
    #expect(DeepLink(link.url) == link)
    #expect(link.url.scheme == "shop")
  }

  @Test(
    arguments: [
      "https://shop.example/cart", "shop://", "shop://cart/7", "shop://product", "shop://product/a/b",
      "tel:1", "cart",
    ])
  func `URLs that are not the app's own open nothing in it`(text: String) throws {
    #expect(DeepLink(try #require(URL(string: text))) == nil)
  }

  @Test func `the same product twice is one line of the cart`() {
    var cart = Cart()
    for product in [Product.all[0], Product.all[1], Product.all[0]] { cart.add(product) }
    #expect(cart.lines.map(\.quantity) == [2, 1])
    #expect(cart.count == 3)
    #expect(cart.total.euros == "31.90 €")
    cart.remove(Product.all[1])
    #expect(cart.checkOut().map(\.id) == ["tulips"])
    #expect(cart == Cart())
  }

  @Test(arguments: [(12.5, "12.50 €"), (6.9, "6.90 €"), (79, "79.00 €"), (0.05, "0.05 €")])
  func `prices have two digits for the cents`(number: Double, text: String) {
    #expect(number.euros == text)
  }

  @Test func `the settings are kept, and damaged ones count as none`() throws {
    let name = "shop-model-tests"
    let defaults = try #require(UserDefaults(suiteName: name))
    defaults.removePersistentDomain(forName: name)
    #expect(ShopSettings.stored(in: defaults) == ShopSettings())
    var settings = ShopSettings()
    (settings.key, settings.userID) = ("key", "anna")
    settings.store(in: defaults)
    #expect(ShopSettings.stored(in: defaults) == settings)
    #expect(settings.isComplete)
    defaults.set(Data("{".utf8), forKey: "shop.settings")
    #expect(ShopSettings.stored(in: defaults) == ShopSettings())
    defaults.removePersistentDomain(forName: name)
  }

  @Test func `a new installation sends nothing: it has no consent and no key`() {
    #expect(!ShopSettings().hasConsent)
    #expect(!ShopSettings().isComplete)
  }
}

@Suite("The messages of the gallery")
struct SampleMessagesTests {
  @Test func `there is one message of every kind`() {
    let kinds = SampleMessages.all.map { sample in
      switch sample.message {
      case .slideup: "slideup"
      case .modal: "modal"
      case .modalImage: "modal image"
      case .full: "full"
      case .fullImage: "full image"
      case .html: "html"
      case .control: "control"
      }
    }
    #expect(Set(kinds).count == 7)
    #expect(kinds.count == 7)
  }

  @Test func `the picture is part of the app`() throws {
    let bytes = try Data(contentsOf: SampleMessages.picture)
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `each button opens a link that the app handles`() {
    for message in SampleMessages.all.map(\.message) + [
      SampleMessages.pushPrimer, SampleMessages.reviewRequest,
    ] {
      let buttons = (message.modal?.buttons ?? []) + (message.full?.buttons ?? [])
      for url in (buttons.map(\.clickAction) + [message.clickAction]).compactMap(\.url) {
        let link = DeepLink(url)
        #expect(link != nil, "\(url)")
        if case .product(let id) = link { #expect(Product.with(id: id) != nil) }
      }
    }
  }

  @Test(arguments: SampleMessages.all.indices)
  @MainActor
  func `each message is shown without a server and without consent, except the silent one`(index: Int) async {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shop-model-tests-\(index)")
    try? FileManager.default.removeItem(at: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = Martlet.Configuration(apiKey: "", endpoint: "")
    configuration.storageDirectory = folder
    configuration.logger.level = .disabled
    let martlet = Martlet(configuration: configuration)
    martlet.isEnabled = false
    let host = HeadlessHost()
    martlet.inAppMessagePresenter = InAppMessageUI(host: host)
    martlet.applicationDidBecomeActive()
    await martlet.settled()

    var message = SampleMessages.all[index].message
    message.context = martlet.makeContext(for: message)
    martlet.inAppMessagePresenter?.present(message: message)
    #expect((host.stage == .visible) == (message.control == nil))
  }
}
