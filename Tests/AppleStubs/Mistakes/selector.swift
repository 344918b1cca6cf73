// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: refers to instance method 'tapped()' that is not exposed to Objective-C
import UIKit

final class Mistake: UIViewController {
  func tapped() {}
  func listen() { view.addGestureRecognizer(UIPanGestureRecognizer(target: self, action: #selector(tapped))) }
}
