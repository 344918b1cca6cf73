// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletUI
import ShopModel
import SwiftUI

/// The cart. While the person confirms the order, no message comes in between.
struct CartScreen: View {
  let messaging: Messaging
  @Binding var cart: Cart
  @State private var isPaying = false

  var body: some View {
    NavigationStack {
      List {
        Section {
          ForEach(cart.lines) { line in
            HStack {
              Text("\(line.quantity) × \(line.product.name)")
              Spacer()
              Text(line.price.euros)
              Button("Remove") { cart.remove(line.product) }
                .buttonStyle(.borderless)
            }
          }
        } footer: {
          Text(cart.lines.isEmpty ? "The cart is empty." : "Together \(cart.total.euros)")
        }
        Button("Order") { isPaying = true }
          .disabled(cart.lines.isEmpty)
      }
      .navigationTitle("Cart")
      .onAppear { messaging.viewed(cart) }
      .martletScreen("cart")
    }
    .alert("Order for \(cart.total.euros)?", isPresented: $isPaying) {
      Button("Order") { messaging.bought(cart.checkOut()) }
      Button("Cancel", role: .cancel) {}
    }
    .onChange(of: isPaying) { messaging.rules.isPaying = $0 }
  }
}
#endif
