// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import Testing
import UIKit

@MainActor
@Suite struct SetUpTests {
  @Test func `The double is compiled in place of UIKit`() {
    #expect(UIApplication.shared.applicationState == .active)
  }
}
