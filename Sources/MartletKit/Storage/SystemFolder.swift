// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The system's folder for what an app keeps without showing it to the person.
package enum SystemFolder {
  /// Apple TV refuses to create Application Support, and only its simulator allows it. It lets an
  /// app write to caches and temporary files, and may remove both while the app does not run.
  package static func searchPath(isAppleTV: Bool) -> FileManager.SearchPathDirectory {
    isAppleTV ? .cachesDirectory : .applicationSupportDirectory
  }

  package static var isAppleTV: Bool { DeviceFacts.platform == "tvos" }

  package static var ofApp: URL {
    let files = FileManager.default
    return files.urls(for: searchPath(isAppleTV: isAppleTV), in: .userDomainMask).first
      ?? files.temporaryDirectory
  }
}
