// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: cannot be represented in Objective-C
import Foundation

struct Value {}
final class Mistake: NSObject { @objc func take(_ value: Value) {} }
