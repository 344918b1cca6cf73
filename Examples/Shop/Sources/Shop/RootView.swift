// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletUI
import ShopModel
import SwiftUI

/// The tabs, and where links lead.
struct RootView: View {
  enum Tab: Hashable {
    case shop, cart, messages, account
  }

  let messaging: Messaging

  @State private var tab = Tab.shop
  @State private var path: [Product] = []
  @State private var cart = Cart()
  @State private var settings = ShopSettings.stored()

  var body: some View {
    TabView(selection: $tab) {
      CatalogueScreen(messaging: messaging, path: $path, cart: $cart)
        .tabItem { Label("Shop", systemImage: "leaf") }
        .tag(Tab.shop)
      CartScreen(messaging: messaging, cart: $cart)
        .tabItem { Label("Cart", systemImage: "cart") }
        .badge(cart.count)
        .tag(Tab.cart)
      MessagesScreen(messaging: messaging)
        .tabItem { Label("Messages", systemImage: "bubble.left") }
        .tag(Tab.messages)
      AccountScreen(messaging: messaging, settings: $settings)
        .tabItem { Label("Account", systemImage: "person") }
        .tag(Tab.account)
    }
    .task {
      for await link in messaging.links.destinations { go(to: link) }
    }
    .onChange(of: settings) { $0.store() }
  }

  private func go(to link: DeepLink) {
    switch link {
    case .product(let id):
      tab = .shop
      path = Product.with(id: id).map { [$0] } ?? []
    case .cart: tab = .cart
    case .messages: tab = .messages
    case .account: tab = .account
    case .review, .pushPermission: break
    }
  }
}
#endif
