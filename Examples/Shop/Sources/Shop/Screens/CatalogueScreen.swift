// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletUI
import ShopModel
import SwiftUI

/// The list of products. `martletScreen` logs that it is on the screen, which can trigger a
/// campaign.
struct CatalogueScreen: View {
  let messaging: Messaging
  @Binding var path: [Product]
  @Binding var cart: Cart

  var body: some View {
    NavigationStack(path: $path) {
      List(Product.all) { product in
        NavigationLink(value: product) {
          HStack {
            Label(product.name, systemImage: product.symbol)
            Spacer()
            Text(product.price.euros)
          }
        }
      }
      .navigationTitle("Shop")
      .navigationDestination(for: Product.self) { product in
        ProductScreen(messaging: messaging, product: product, cart: $cart)
      }
      .martletScreen("catalogue")
    }
  }
}

/// One product.
struct ProductScreen: View {
  let messaging: Messaging
  let product: Product
  @Binding var cart: Cart

  var body: some View {
    VStack(spacing: 24) {
      Image(systemName: product.symbol).font(.largeTitle)
      Text(product.price.euros)
      Button("Add to the cart") {
        cart.add(product)
        messaging.added(product, to: cart)
      }
      .buttonStyle(.borderedProminent)
    }
    .navigationTitle(product.name)
    .onAppear { messaging.viewed(product) }
    .martletScreen("product")
  }
}
#endif
