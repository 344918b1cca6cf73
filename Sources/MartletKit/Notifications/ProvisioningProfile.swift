// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the APNs environment in the provisioning profile that Xcode puts into an app.
///
/// A profile is a signed property list. The list is readable text inside the signature, so that its
/// bytes are searched.
enum ProvisioningProfile {
  private static let keys = ["aps-environment", "com.apple.developer.aps-environment"]

  /// nil if the profile does not name one.
  static func environment(in profile: Data) -> Martlet.Notifications.PushEnvironment? {
    for key in keys {
      guard let value = string(after: "<key>\(key)</key>", in: profile) else { continue }
      return Martlet.Notifications.PushEnvironment(rawValue: value)
    }
    return nil
  }

  /// Apps from the App Store have no profile, and use production.
  static func environment(of profile: Data?) -> Martlet.Notifications.PushEnvironment {
    profile.flatMap { environment(in: $0) } ?? .production
  }

  private static func string(after key: String, in profile: Data) -> String? {
    guard let key = profile.firstRange(of: Data(key.utf8)) else { return nil }
    let rest = profile[key.upperBound...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let opening = Data("<string>".utf8)
    guard rest.starts(with: opening), let end = rest.firstRange(of: Data("</string>".utf8)) else {
      return nil
    }
    let text = rest[(rest.startIndex + opening.count)..<end.lowerBound]
    return String(data: text, encoding: .utf8)?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The profile of this app. Read from the disk.
  static func ofThisApp() -> Data? {
    let folder = Bundle.main.bundleURL
    let places = ["embedded.mobileprovision", "Contents/embedded.provisionprofile"]
    return places.lazy.compactMap { try? Data(contentsOf: folder.appendingPathComponent($0)) }.first
  }

  /// The environment of this app. Simulators have no profile, and use development.
  static func environmentOfThisApp() -> Martlet.Notifications.PushEnvironment {
    #if targetEnvironment(simulator)
    .development
    #else
    environment(of: ofThisApp())
    #endif
  }
}
