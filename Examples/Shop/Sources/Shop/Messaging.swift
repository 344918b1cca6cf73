// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import Foundation
import MartletKit
import MartletUI
import ShopModel

/// The client, and everything that the app does with it. Screens call these methods and know
/// nothing of events and their names.
@MainActor
final class Messaging {
  let martlet: Martlet
  let links = Links()
  let rules = MessageRules()

  init(settings: ShopSettings) {
    let configuration = Martlet.Configuration(apiKey: settings.key, endpoint: settings.endpoint)
    configuration.logger.level = .info
    // For trying out. Leave it at 30 seconds in a real app.
    configuration.triggerMinimumTimeInterval = 1
    configuration.push.automation = true
    configuration.push.automation.requestAuthorizationAtLaunch = false
    martlet = Martlet(configuration: configuration)
    martlet.delegate = links
    // Nothing is logged or sent before the person has agreed.
    martlet.isEnabled = settings.hasConsent && settings.isComplete
    links.askForPush = { [martlet] in await martlet.notifications.requestAuthorization() }
  }

  // MARK: - What people do

  func viewed(_ product: Product) {
    martlet.logCustomEvent(
      name: "product_viewed", properties: ["product": .string(product.id), "price": .double(product.price)])
  }

  func added(_ product: Product, to cart: Cart) {
    martlet.logCustomEvent(
      name: "added_to_cart",
      properties: [
        "product": .string(product.id), "total": .double(cart.total), "count": .int(Int64(cart.count)),
      ])
  }

  /// A server that was just installed has a running campaign with this trigger, for carts worth
  /// more than 20.
  func viewed(_ cart: Cart) {
    martlet.logCustomEvent(
      name: "cart_viewed", properties: ["total": .double(cart.total), "currency": "EUR"])
  }

  func bought(_ lines: [Cart.Line]) {
    for line in lines {
      martlet.logPurchase(
        productId: line.product.id, currency: "EUR", price: line.product.price, quantity: line.quantity)
    }
  }

  // MARK: - Who it is

  func signIn(_ id: String) {
    martlet.changeUser(userId: id)
  }

  /// The next person is a new, anonymous one. Messages of the previous person close.
  func signOut() {
    martlet.logOut()
  }

  /// Without consent, everything on this device is erased: events that were not sent yet, and who
  /// is signed in.
  func setConsent(_ isGiven: Bool, userID: String?) {
    guard isGiven else { return martlet.wipeData() }
    martlet.isEnabled = true
    if let userID { signIn(userID) }
  }

  // MARK: - Messages of the app

  /// Shows a message that the app built. With a context, its buttons open URLs like those of a
  /// campaign, and its page can log clicks.
  func show(_ message: Martlet.InAppMessage) {
    var message = message
    message.id = MessageRules.sampleID
    message.context = martlet.makeContext(for: message)
    martlet.inAppMessagePresenter?.present(message: message)
  }
}
#endif
