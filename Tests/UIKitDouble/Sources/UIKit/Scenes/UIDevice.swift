// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

@MainActor open class UIDevice: NSObject {
  open class var current: UIDevice { Device.current.facts }

  open var model: String { "iPhone" }
  open var systemName: String { "iOS" }
  open var systemVersion: String { "18.0" }
  open internal(set) var userInterfaceIdiom = UIUserInterfaceIdiom.phone

  override init() { super.init() }
}
