// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Objects as bytes, by the system's archives.
enum ObjectArchive {
  /// nil if the object, or one inside it, cannot be archived.
  static func bytes(_ object: any NSCoding) -> Data? {
    try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
  }

  /// nil if its class is gone, or it cannot be read.
  static func object(_ bytes: Data) -> Any? {
    guard let archive = try? NSKeyedUnarchiver(forReadingFrom: bytes) else { return nil }
    // The objects are of classes that only the app knows.
    archive.requiresSecureCoding = false
    archive.decodingFailurePolicy = .setErrorAndReturn
    defer { archive.finishDecoding() }
    return archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
  }
}
