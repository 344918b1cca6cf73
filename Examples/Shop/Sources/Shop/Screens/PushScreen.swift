// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
import MartletUI
import ShopModel
import SwiftUI

/// Push notifications: asks in the app's own words first, and shows what a sender needs.
struct PushScreen: View {
  let messaging: Messaging
  @State private var status = "not known yet"
  @State private var last = "none"

  private var token: String {
    messaging.martlet.notifications.deviceToken.map {
      $0.map { String($0, radix: 16) }.map { $0.count < 2 ? "0\($0)" : $0 }.joined()
    }
      ?? "none yet"
  }

  var body: some View {
    List {
      Section {
        Button("Turn on notifications") { messaging.show(SampleMessages.pushPrimer) }
      } footer: {
        Text(
          "The system asks only once. If the answer was no, the person changes it in the system's settings.")
      }
      Section("What a sender needs") {
        LabeledContent("Permission", value: status)
        LabeledContent("Last notification", value: last)
        Text(token)
          .font(.footnote)
          .textSelection(.enabled)
      }
    }
    .navigationTitle("Notifications")
    .martletScreen("notifications")
    .task {
      for await update in messaging.martlet.notifications.updates { note(update) }
    }
  }

  private func note(_ update: Martlet.Notifications.Update) {
    switch update {
    case .authorizationChanged(let new): status = "\(new)"
    case .received(let payload): last = payload.title ?? "without a title"
    case .opened(let payload): last = "opened: \(payload.title ?? "without a title")"
    }
  }
}
#endif
