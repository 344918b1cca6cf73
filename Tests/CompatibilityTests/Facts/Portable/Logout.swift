// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `logout` with its callback and its error
// rank: useful

import BrazeKit

private func fact(braze: Braze) async throws {
  braze.logout { result in
    if case .failure(let error) = result { print(error) }
  }
  try await braze.logout()
}
