// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import UIKit

// page: storekit/appstore
public enum AppStore {}
// page: storekit/appstore/requestreview(in:)
extension AppStore {
  @MainActor public static func requestReview(in scene: UIWindowScene) {}
}
