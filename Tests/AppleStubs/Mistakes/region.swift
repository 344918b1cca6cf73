// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: risks causing data races
final class Box { var count = 0 }
@MainActor func mistake() {
  let box = Box()
  Task.detached { box.count += 1 }
  box.count += 1
}
