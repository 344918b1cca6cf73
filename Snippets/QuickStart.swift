// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletUI

let configuration = Martlet.Configuration(apiKey: "YOUR-SDK-KEY", endpoint: "http://127.0.0.1:8080")
let martlet = Martlet(configuration: configuration)
martlet.inAppMessagePresenter = InAppMessageUI()
martlet.changeUser(userId: "user-1")
martlet.user.setCustomAttribute(key: "plan", value: "free")
martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5, "currency": "EUR"])
martlet.requestImmediateDataFlush()
martlet.applicationDidBecomeActive()  // apps with UIKit or AppKit do not need it
