// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletUI
import ShopModel
import SwiftUI

/// The whole set-up of messages in SwiftUI: `.martletMessages` on the root view, `.martletScreen`
/// on each screen, and `.onOpenURL`.
@main
struct ShopApp: App {
  // The client is created with the app delegate, before the app has launched, so that no tap on a
  // notification is lost.
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup {
      RootView(messaging: delegate.messaging)
        .martletMessages(delegate.messaging.martlet, delegate: delegate.messaging.rules)
        .onOpenURL { delegate.messaging.links.open($0) }
    }
  }
}
#else

/// So that the package builds where there is no UIKit, and its model can be tested there.
@main
enum ShopApp {
  static func main() {
    print("The shop is an app for iOS: run Examples/Shop/run-on-simulator on a Mac.")
  }
}
#endif
