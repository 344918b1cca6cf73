// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the app keeps across launches.
public struct ShopSettings: Equatable, Sendable, Codable {
  /// The address of the Martlet server. A simulator reaches a server on the same Mac at 127.0.0.1.
  public var endpoint = "http://127.0.0.1:8080"
  /// The SDK key, which the server prints at its first start.
  public var key = ""
  /// Whether the person agreed to messages. Until then, the SDK is off.
  public var hasConsent = false
  /// Who is signed in.
  public var userID: String?

  public init() {}

  /// Whether a client can be created. Without a key, the server refuses everything.
  public var isComplete: Bool { !key.isEmpty && URL(string: endpoint)?.host != nil }

  private static let place = "shop.settings"

  /// Reads the settings. Settings that cannot be read count as those of a new installation.
  public static func stored(in defaults: UserDefaults = .standard) -> ShopSettings {
    guard let data = defaults.data(forKey: place) else { return ShopSettings() }
    return (try? JSONDecoder().decode(ShopSettings.self, from: data)) ?? ShopSettings()
  }

  public func store(in defaults: UserDefaults = .standard) {
    defaults.set(try? JSONEncoder().encode(self), forKey: Self.place)
  }
}
