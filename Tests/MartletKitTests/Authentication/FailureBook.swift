// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// What the app heard of signatures that were not believed.
@MainActor
final class FailureBook: MartletDelegate {
  struct Failure: Hashable {
    var reason: String
    var code: Int
    var userID: String
    var signature: String?
    var isOptional: Bool

    init(_ reason: String, _ code: Int, _ userID: String, _ signature: String?, isOptional: Bool = false) {
      (self.reason, self.code, self.userID, self.signature, self.isOptional) = (
        reason, code, userID, signature, isOptional
      )
    }
  }

  private(set) var errors: [Failure] = []

  func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError) {
    errors.append(
      Failure(error.reason.rawValue, error.code, error.userId, error.signature, isOptional: error.isOptional))
  }
}
