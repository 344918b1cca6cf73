// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static let settings: [Promise] = [
    Promise("an app has the default settings until somebody changes them, and a change changes the catalogue's version") {
      store async throws in
      try await store.insert(Sample.app())
      #expect(try await store.settings(app: "shop") == AppSettings())
      let before = try await store.catalogueVersion(app: "shop")
      let settings = AppSettings(
        decisionSample: 0.25,
        caps: [Wire.Cap(limit: 2, within: .known(.day)), Wire.Cap(tag: "promo", limit: 1, within: .known(.week), unknown: ["x": 1])])
      try await store.setSettings(settings, app: "shop")
      #expect(try await store.settings(app: "shop") == settings)
      let after = try await store.catalogueVersion(app: "shop")
      #expect(after > before)
      try await store.setSettings(settings, app: "shop")
      #expect(try await store.catalogueVersion(app: "shop") == after)
      #expect(try await store.settings(app: "other") == AppSettings())
    },
    Promise("how users are authenticated is stored with the other settings, keys in their order") { store async throws in
      try await store.insert(Sample.app())
      let keys = [UserAuthentication.Key(name: "Ol\u{E9} \"x\"", pem: "a\nb"), UserAuthentication.Key(name: "new", pem: "c")]
      var versions: [Int] = []
      for mode in UserAuthentication.Mode.allCases {
        for keys in [keys, keys.reversed(), []] {
          let settings = AppSettings(userAuthentication: UserAuthentication(mode: mode, keys: keys))
          try await store.setSettings(settings, app: "shop")
          #expect(try await store.settings(app: "shop") == settings)
          versions.append(try await store.catalogueVersion(app: "shop"))
        }
      }
      #expect(versions == versions.sorted() && Set(versions).count == 9)
    },
  ]
}
