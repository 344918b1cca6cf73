// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
public import MartletCore
import MartletWire
public import Store

/// `/livez`, `/readyz`, `/metrics`, `/version`: for operators and their tools. They need no key and
/// contain no personal data.
public struct OperationRoutes: Sendable {
  private let readiness: Readiness
  private let metrics: MetricsRegistry
  private let version: String
  private let figures: OperationFigures
  private let servesMetrics: Bool
  private let roles: [String]

  /// - Parameters:
  ///   - roles: What the server does, for `/readyz`.
  ///   - servesMetrics: False when `/metrics` is served at another address.
  public init(
    store: any Store, metrics: MetricsRegistry, version: String, environment: MartletCore.Environment,
    roles: [String] = [], servesMetrics: Bool = true
  ) {
    self.roles = roles
    figures = OperationFigures(store: store, version: version, environment: environment)
    self.servesMetrics = servesMetrics
    readiness = Readiness(environment: environment) { () async throws(StoreError) in
      try await store.checkHealth()
    }
    self.metrics = metrics
    self.version = version
  }

  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    // Shows that the process answers. Does not check the store, so that a store outage does not get
    // the process killed.
    router.get("livez") { _, _ in
      Response(json: Wire.JSONValue.object(["status": "ok"]))
    }
    router.get("readyz") { _, _ in
      guard let problem = await readiness.problem() else {
        return Response(
          json: Wire.JSONValue.object([
            "status": "ok", "checks": ["store": ["status": "ok"]],
            "roles": .array(roles.map { .string($0) }),
          ]))
      }
      let failing: Wire.JSONValue = ["status": "failing", "reason": .string(problem.reason)]
      return Response(
        status: .serviceUnavailable,
        json: Wire.JSONValue.object(["status": "failing", "checks": ["store": failing]]),
        headers: [.retryAfter: "5"])
    }
    if servesMetrics {
      router.get("metrics") { _, _ in
        Response(
          text: metrics.exposition(with: figures.samples()),
          contentType: "text/plain; version=0.0.4; charset=utf-8")
      }
    }
    router.get("version") { _, _ in
      Response(json: Wire.JSONValue.object(["version": .string(version)]))
    }
  }
}

extension StoreError {
  /// One sentence for operators.
  public var reason: String {
    switch self {
    case .unavailable(let reason), .cannotOpen(let reason), .failed(let reason): reason
    case .newerSchema(let found, let known):
      "The data has schema \(found), but this version supports up to \(known). Run a newer martlet."
    case .olderSchema(let found, let known):
      "The data has schema \(found), but this version needs \(known). Run: martlet migrate"
    case .unreleasedSchema(let found):
      "The data has schema \(found), which a build before the first release wrote, and cannot be migrated. "
        + "Move the data folder away and start with an empty one. To keep what it has, run the build that wrote it."
    case .limited: "Too many new people at once."
    case .conflict: "The row changed after it was read."
    case .alreadyExists: "A row with this id already exists."
    case .notFound: "There is no such row."
    }
  }
}

/// Whether the store can be written. Checked at most once a second, however many ask, because the
/// check is a write and needs no key.
actor Readiness {
  static let freshFor = Duration.seconds(1)

  private let environment: MartletCore.Environment
  private let ask: @Sendable () async throws(StoreError) -> Void
  private var last: (problem: StoreError?, askedAt: Duration)?
  /// The current check; callers who arrive meanwhile wait for its result.
  private var question: Task<StoreError?, Never>?

  init(environment: MartletCore.Environment, ask: @escaping @Sendable () async throws(StoreError) -> Void) {
    self.environment = environment
    self.ask = ask
  }

  /// nil when the store can be written.
  func problem() async -> StoreError? {
    let now = environment.monotonicNow()
    if let last, now - last.askedAt < Self.freshFor { return last.problem }
    if let question { return await question.value }
    let asking = Task { [ask] in
      do throws(StoreError) {
        try await ask()
        return nil as StoreError?
      } catch {
        return error
      }
    }
    question = asking
    let problem = await asking.value
    question = nil
    last = (problem, now)
    return problem
  }
}
