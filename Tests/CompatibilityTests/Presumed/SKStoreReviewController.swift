// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What asks for a review, which the documents presume.
@MainActor
enum SKStoreReviewController {
  /// How often it was asked since the test began.
  static var requests = 0

  static func requestReview() { requests += 1 }
}
