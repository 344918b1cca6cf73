// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Groups changes of layers. The double knows only whether implicit animations are off.
open class CATransaction: NSObject {
  // Every call comes from the main thread; the class has no isolation because Apple's has none.
  private nonisolated(unsafe) static var stack: [Bool] = []

  open class func begin() { stack.append(stack.last ?? false) }

  open class func commit() {
    if !stack.isEmpty { stack.removeLast() }
  }

  open class func setDisableActions(_ flag: Bool) {
    if stack.isEmpty { stack = [flag] } else { stack[stack.count - 1] = flag }
  }

  open class func disableActions() -> Bool { stack.last ?? false }
}
