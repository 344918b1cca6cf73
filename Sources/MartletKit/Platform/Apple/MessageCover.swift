// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
package import UIKit

/// A window with a message, which is never taken for one of the app's.
@MainActor
package protocol MessageCover: UIWindow {
  /// Whether the app behind it cannot be used, and the message is not about to leave.
  var coversApp: Bool { get }
}
#endif
