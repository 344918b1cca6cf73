// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var settings: [Promise] {
    [
      Promise(
        "an app has the default settings until somebody changes them, and a change changes the catalogue's version"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        #expect(try await store.settings(app: "shop") == AppSettings())
        let before = try await store.catalogueVersion(app: "shop")
        let settings = AppSettings(
          decisionSample: 0.25,
          caps: [
            Wire.Cap(limit: 2, within: .known(.day)),
            Wire.Cap(tag: "promo", limit: 1, within: .known(.week), unknown: ["x": 1]),
          ],
          privacyRequests: PrivacyRequestPolicy(mode: .deleteAtOnce, dueDays: 7))
        #expect(try await change(to: settings, store) == SettingsChange(settings: settings))
        #expect(try await store.settings(app: "shop") == settings)
        let after = try await store.catalogueVersion(app: "shop")
        #expect(after > before)
        _ = try await change(to: settings, store)
        #expect(try await store.catalogueVersion(app: "shop") == after)
        #expect(try await store.settings(app: "other") == AppSettings())
      },
      Promise("how users are authenticated is stored with the other settings, keys in their order") {
        store async throws in
        try await store.insert(Sample.app())
        let keys = [
          UserAuthentication.Key(name: "Ol\u{E9} \"x\"", pem: "a\nb"),
          UserAuthentication.Key(name: "new", pem: "c"),
        ]
        var versions: [Int] = []
        for mode in UserAuthentication.Mode.allCases {
          for keys in [keys, keys.reversed(), []] {
            let settings = AppSettings(userAuthentication: UserAuthentication(mode: mode, keys: keys))
            _ = try await change(to: settings, store)
            #expect(try await store.settings(app: "shop") == settings)
            versions.append(try await store.catalogueVersion(app: "shop"))
          }
        }
        #expect(versions == versions.sorted() && Set(versions).count == 9)
      },
      Promise(
        "the global holdout is stored with the other settings, and a change of it changes the catalogue's version"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        var versions = [try await store.catalogueVersion(app: "shop")]
        for holdout in [
          GlobalHoldout(share: 500, changedAt: Sample.now),
          GlobalHoldout(share: 0, changedAt: Sample.now + .seconds(1)),
        ] {
          let settings = AppSettings(globalHoldout: holdout)
          _ = try await change(to: settings, store)
          _ = try await change(to: settings, store)
          #expect(try await store.settings(app: "shop") == settings)
          versions.append(try await store.catalogueVersion(app: "shop"))
        }
        #expect(Set(versions).count == 3 && versions == versions.sorted())
      },
      Promise("settings that something is wrong with are not stored, and what is wrong comes back") {
        store async throws in
        try await store.insert(Sample.app())
        let before = try await store.catalogueVersion(app: "shop")
        let problem = Diagnostic(
          field: "decision_sample", code: "out_of_range", message: "No.", remedy: "Another.")
        let change = try await store.changeSettings(app: "shop") {
          $0.decisionSample = 2
          return [problem]
        }
        #expect(change == SettingsChange(settings: AppSettings(decisionSample: 2), problems: [problem]))
        #expect(try await store.settings(app: "shop") == AppSettings())
        #expect(try await store.catalogueVersion(app: "shop") == before)
      },
      Promise("of changes at the same time none undoes another") { store async throws in
        try await store.insert(Sample.app())
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<60 {
            group.addTask {
              _ = try await store.changeSettings(app: "shop") {
                switch number % 3 {
                case 0: $0.decisionSample /= 2
                case 1: $0.caps.append(Wire.Cap(limit: number, within: .known(.day)))
                default: $0.userAuthentication.keys.append(.init(name: "\(number)", pem: "x"))
                }
                return []
              }
            }
          }
          try await group.waitForAll()
        }
        let settings = try await store.settings(app: "shop")
        #expect(settings.decisionSample == 1 / Double(1 << 20))
        #expect(Set(settings.caps.map(\.limit)) == Set(stride(from: 1, to: 60, by: 3)))
        #expect(
          Set(settings.userAuthentication.keys.map(\.name))
            == Set(stride(from: 2, to: 60, by: 3).map { "\($0)" }))
      },
    ]
  }

  private static func change(to settings: AppSettings, _ store: any Store) async throws -> SettingsChange {
    try await store.changeSettings(app: "shop") {
      $0 = settings
      return []
    }
  }
}
