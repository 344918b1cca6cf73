// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the running program is.
enum AppBundle {
  /// Whether it is an app or an app extension. Only these have notifications: for any other
  /// program, such as tests without a host app, the system raises an exception that ends it.
  static func isApp(identifier: String?, path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return identifier?.isEmpty == false && (name.hasSuffix(".app") || name.hasSuffix(".appex"))
  }

  static var isApp: Bool { isApp(identifier: Bundle.main.bundleIdentifier, path: Bundle.main.bundlePath) }
}
