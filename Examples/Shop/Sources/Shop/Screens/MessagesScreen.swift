// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletUI
import ShopModel
import SwiftUI

/// Shows each kind of message without a server. In your app, campaigns come from the console.
struct MessagesScreen: View {
  let messaging: Messaging

  var body: some View {
    NavigationStack {
      List {
        Section("Every kind") {
          ForEach(SampleMessages.all, id: \.name) { sample in
            Button(sample.name) { messaging.show(sample.message) }
          }
        }
        Section("Recipes") {
          Button("Ask for a review") { messaging.show(SampleMessages.reviewRequest) }
          Button("Two at once: one waits") {
            messaging.show(SampleMessages.reviewRequest)
            messaging.show(SampleMessages.all[0].message)
          }
        }
      }
      .navigationTitle("Messages")
      .martletScreen("messages")
    }
  }
}

/// A message in Xcode's canvas.
struct ReviewPreview: PreviewProvider {
  static var previews: some View { MessagePreview(SampleMessages.reviewRequest) }
}
#endif
