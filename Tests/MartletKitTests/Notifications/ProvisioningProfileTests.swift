// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MartletKit

@Suite("The APNs environment of a provisioning profile")
struct ProvisioningProfileTests {
  /// A property list between the bytes of a signature, as in an app.
  private func profile(_ entitlements: String, space: String = "\n\t\t") -> Data {
    let noise = Data([0x30, 0x82, 0x2F, 0x11, 0x06, 0x09, 0x2A, 0x86, 0xF7, 0x00, 0xFF, 0xFE])
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>AppIDName</key><string>Shop</string><key>Entitlements</key><dict>
      <key>application-identifier</key><string>ABCDE.example.shop</string>\(entitlements.replacingOccurrences(of: "~", with: space))
      </dict><key>TimeToLive</key><integer>365</integer></dict></plist>
      """
    return noise + Data(list.utf8) + noise
  }

  @Test(arguments: ["development", "production"])
  func `it is the one in the entitlements`(environment: String) {
    let expected = Martlet.Notifications.PushEnvironment(rawValue: environment)
    for space in ["", "\n\t\t", "\r\n"] {
      let iOS = profile("<key>aps-environment</key>~<string>\(environment)</string>", space: space)
      #expect(ProvisioningProfile.environment(of: iOS) == expected)
      let mac = profile(
        "<key>com.apple.developer.aps-environment</key>~<string>\(environment)</string>", space: space)
      #expect(ProvisioningProfile.environment(of: mac) == expected)
    }
  }

  @Test func `a slice of a larger buffer is read like any other`() {
    let whole =
      Data(repeating: 7, count: 40) + profile("<key>aps-environment</key><string>development</string>")
    #expect(ProvisioningProfile.environment(in: whole[40...]) == .development)
  }

  @Test(
    arguments: [
      "", "<key>aps-environment</key>", "<key>aps-environment</key><true/>",
      "<key>aps-environment</key><string>",
      "<key>aps-environment</key><string>moon</string>",
      "<string>aps-environment</string><string>development</string>",
    ])
  func `without a profile, or with one that names no environment, it is production`(entitlements: String) {
    #expect(ProvisioningProfile.environment(of: nil) == .production)
    #expect(ProvisioningProfile.environment(of: Data()) == .production)
    #expect(ProvisioningProfile.environment(of: profile(entitlements)) == .production)
  }
}
