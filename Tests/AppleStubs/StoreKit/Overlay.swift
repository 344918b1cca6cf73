// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Asking for a review.
@_exported import StoreKit

#if canImport(UIKit)
@_exported import UIKit

// page: storekit/appstore
public enum AppStore {
  @available(tvOS, unavailable)
  @MainActor public static func requestReview(in scene: UIWindowScene) {}
}
#endif
