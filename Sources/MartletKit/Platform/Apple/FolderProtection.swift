// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(tvOS) || os(visionOS)
import Foundation

/// Sets the protection class of a folder. New files have the class of their folder.
enum FolderProtection {
  /// Does nothing if the folder already has the class.
  static func set(_ protection: Martlet.Configuration.FileProtection, of directory: String) throws {
    let files = FileManager.default
    let wanted = protection.type
    if try files.attributesOfItem(atPath: directory)[.protectionKey] as? FileProtectionType == wanted {
      return
    }
    // The folder comes last: if one of them fails, the next launch finds the old class and tries
    // again.
    for name in files.enumerator(atPath: directory)?.compactMap({ $0 as? String }) ?? [] {
      try files.setAttributes([.protectionKey: wanted], ofItemAtPath: "\(directory)/\(name)")
    }
    try files.setAttributes([.protectionKey: wanted], ofItemAtPath: directory)
  }
}

extension Martlet.Configuration.FileProtection {
  fileprivate var type: FileProtectionType {
    switch self {
    case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
    case .completeUnlessOpen: .completeUnlessOpen
    case .complete: .complete
    }
  }
}
#endif
