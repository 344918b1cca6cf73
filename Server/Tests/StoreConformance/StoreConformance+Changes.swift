// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
public import Store
import Synchronization
import Testing

/// Keeps what a feed tells.
public final class HeardChanges: ChangeListener {
  private let heard = Mutex<[StoreChange]>([])

  public init(_ feed: any ChangeFeed) { feed.subscribe(self) }

  public func hear(_ change: StoreChange) { heard.withLock { $0.append(change) } }

  /// What was told since the last call.
  public func take() -> [StoreChange] {
    heard.withLock { heard in
      defer { heard = [] }
      return heard
    }
  }
}

extension StoreConformance {
  /// Something that is stored, and what those who remember are told of it.
  private struct Telling: Sendable {
    let what: String
    let expected: Set<StoreChange>
    let write: @Sendable (any Store) async throws -> Void
  }

  private static let tellings: [Telling] = [
    Telling(what: "a new campaign", expected: [.catalogue("shop")]) { store in
      try await store.insert(Sample.campaign("c"), by: .system)
    },
    Telling(what: "a setting", expected: [.catalogue("shop")]) { store in
      _ = try await store.changeSettings(app: "shop") {
        $0.decisionSample = 0.5
        return []
      }
    },
    Telling(what: "an audience", expected: [.catalogue("shop")]) { store in
      try await store.insert(
        Audience(
          id: "a", appID: "shop", name: "Pro", rule: ["all": []], createdAt: Sample.now, updatedAt: Sample.now
        ))
    },
    Telling(what: "a test device", expected: [.catalogue("shop")]) { store in
      try await store.setTestDevice("d", true, app: "shop", at: Sample.now)
    },
    Telling(what: "a new key", expected: [.keys("shop")]) { store in
      try await store.insert(
        APIKey(
          id: "new", appID: "shop", scope: .device, name: "New", prefix: "mk", hash: [2],
          createdAt: Sample.now))
    },
    Telling(what: "a revoked key", expected: [.keys("shop")]) { store in
      try await store.revokeKey(id: "key", app: "shop", at: Sample.now)
    },
    Telling(what: "a deleted push key", expected: [.pushKeys("shop")]) { store in
      _ = try await store.deletePushKey("push", app: "shop")
    },
    Telling(what: "a new secret of a device", expected: [.device("d", "shop")]) { store in
      try await store.issueDeviceCredential([2], deviceID: "d", app: "shop", at: Sample.now)
    },
    Telling(what: "the first use of a secret", expected: [.device("d", "shop")]) { store async throws in
      #expect(try await store.useDeviceCredential([1], deviceID: "d", app: "shop", at: Sample.now))
    },
    Telling(what: "a revoked device", expected: [.device("d", "shop"), .pushDevice("d", "shop")]) { store in
      try await store.revokeDevice("d", app: "shop", at: Sample.now)
    },
    Telling(what: "another push token", expected: [.pushDevice("d", "shop")]) { store in
      try await report("other", store)
    },
    Telling(what: "an event", expected: [.facts(["u:ana"], "shop")]) { store in
      _ = try await store.ingest(Sample.batch([Sample.event("2", .sessionStart)], device: "d"))
    },
    Telling(
      what: "a new person", expected: [.person("u:be\u{301}a", "shop"), .facts(["u:be\u{301}a"], "shop")]
    ) { store in
      _ = try await store.ingest(Sample.batch([Sample.event("3", user: "be\u{301}a", .sessionStart)]))
    },
    Telling(
      what: "a deleted person",
      expected: [.person("u:ana", "shop"), .device("d", "shop"), .pushDevice("d", "shop")]
    ) { store in
      _ = try await store.deletePerson("u:ana", app: "shop", receipt: "r", at: Sample.now)
    },
  ]

  static let changes: [Promise] =
    tellings.map { telling in
      Promise("\(telling.what) is told before whoever stored it has an answer") { store async throws in
        try await store.insert(Sample.app())
        try await store.insert(
          APIKey(
            id: "key", appID: "shop", scope: .device, name: "Key", prefix: "mk", hash: [1],
            createdAt: Sample.now))
        try await store.insert(
          PushKey(
            id: "push", keyID: "K", teamID: "T", topic: "com.example", sealed: [1], createdAt: Sample.now),
          app: "shop")
        _ = try await store.ingest(Sample.batch([Sample.event("1", .sessionStart)], device: "d"))
        try await store.issueDeviceCredential([1], deviceID: "d", app: "shop", at: Sample.now)
        try await report("token", store)
        let heard = HeardChanges(store)
        try await telling.write(store)
        let told = Set(heard.take())
        #expect(told.isSuperset(of: telling.expected), "\(told)")
        // What this process stored is no news from others.
        try await store.catchUp()
        #expect(heard.take().isEmpty)
      }
    } + [
      Promise("what was not stored is not told, and nobody hears who is gone") { store async throws in
        try await store.insert(Sample.app())
        try await store.insert(Sample.campaign("c"), by: .system)
        let heard = HeardChanges(store)
        weak var gone: HeardChanges?
        do {
          let listener = HeardChanges(store)
          gone = listener
        }
        #expect(gone == nil)
        await #expect(throws: StoreError.alreadyExists) {
          try await store.insert(Sample.campaign("c"), by: .system)
        }
        _ = try await store.changeSettings(app: "shop") {
          $0.decisionSample = 0.5
          return [Diagnostic(field: "", code: "no", message: "No.")]
        }
        #expect(heard.take().isEmpty)
      }
    ]

  private static func report(_ token: String, _ store: any Store) async throws {
    try await store.reportPush(
      Sample.device("d", token: token), sentAt: Sample.now, personID: "u:ana", trust: .device, isLab: false,
      app: "shop", at: Sample.now)
  }
}
