// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name of an Objective-C method. There are none on Linux: only nil can be passed where one is
/// wanted.
public struct Selector: Hashable, Sendable {
  private init() {}
}
