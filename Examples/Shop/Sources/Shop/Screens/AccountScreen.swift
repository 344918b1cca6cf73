// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletUI
import ShopModel
import SwiftUI

/// Who is signed in, whether they want messages, and which server sends them.
struct AccountScreen: View {
  let messaging: Messaging
  @Binding var settings: ShopSettings
  @State private var name = ""

  var body: some View {
    NavigationStack {
      List {
        Section {
          if let userID = settings.userID {
            Text("Signed in as \(userID)")
            Button("Sign out") {
              messaging.signOut()
              settings.userID = nil
            }
          } else {
            TextField("Your name", text: $name)
            Button("Sign in") {
              messaging.signIn(name)
              settings.userID = name
            }
            .disabled(name.isEmpty)
          }
        } header: {
          Text("Account")
        }
        Section {
          Toggle("Messages from the shop", isOn: $settings.hasConsent)
          NavigationLink("Notifications") { PushScreen(messaging: messaging) }
        } footer: {
          Text("Without your consent, the app sends nothing, and forgets what it has not sent.")
        }
        Section {
          TextField("Server", text: $settings.endpoint)
            .textInputAutocapitalization(.never)
            .autocorrectionDisabled()
          TextField("SDK key", text: $settings.key)
            .textInputAutocapitalization(.never)
            .autocorrectionDisabled()
        } header: {
          Text("Martlet server")
        } footer: {
          Text("Used from the next launch on.")
        }
      }
      .navigationTitle("Account")
      .martletScreen("account")
    }
    .onChange(of: settings.hasConsent) { messaging.setConsent($0, userID: settings.userID) }
  }
}
#endif
