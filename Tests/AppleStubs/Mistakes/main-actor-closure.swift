// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: main actor-isolated property 'text' can not be mutated from a Sendable closure
import UIKit

@MainActor func mistake(_ label: UILabel) {
  DispatchQueue.global().async { label.text = "done" }
}
