// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
package import UIKit

extension InAppMessageUI {
  /// The view that fills the window of the message on the screen. nil if there is none, or if the
  /// app has its own host.
  package var rootView: UIView? { (host as? UIKitSceneHost)?.rootView }
}
#endif
