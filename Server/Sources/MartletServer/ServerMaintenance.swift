// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import HTTPSupport
import MartletCore
import MartletKit
import Store

/// Operators' tasks besides serving.
public enum ServerMaintenance {
  /// Makes a new one-time link in the data, which a running server may be using. Its address is the
  /// one that is configured, or that of the running server.
  public static func makeSignInLink(configuration: ServerConfiguration) async throws(StartProblem) -> String {
    var configuration = configuration
    configuration.publicURL = configuration.publicURL ?? DataFolder.serverAddress(configuration.storage)
    return try await DataFolder.use(configuration.storage) { [configuration] store throws(StoreError) in
      try await ServerServices(configuration: configuration, store: store, environment: .live).sessions
        .makeLink()
    }
  }

  /// Makes a new key and returns its secret, which is shown once. With `app` nil, uses the oldest
  /// app.
  public static func createKey(
    configuration: ServerConfiguration, app: String?, scope: APIKey.Scope, name: String
  ) async throws(StartProblem) -> String {
    try await DataFolder.use(configuration.storage) { store throws(StoreError) in
      let apps = try await store.apps()
      guard let chosen = app.map({ AppID($0) }) ?? apps.first?.id, apps.contains(where: { $0.id == chosen })
      else {
        throw .failed("There is no app with this id. Start the server once to create a sample app.")
      }
      let (key, secret) = APIKey.make(app: chosen, scope: scope, name: name, environment: .live)
      try await store.insert(key)
      return secret.text
    }
  }

  /// Brings the data to this version's schema. Returns a description of what was done.
  public static func migrate(configuration: ServerConfiguration) throws(StartProblem) -> String {
    guard let location = configuration.storage.location else {
      return "Nothing to migrate: the data is in memory."
    }
    do throws(StoreError) {
      let migration = try location.migrate()
      return migration.from == migration.to
        ? "The data in \(location) already has schema \(migration.to)."
        : "Migrated the data in \(location) from schema \(migration.from) to \(migration.to)."
    } catch {
      throw .store(error)
    }
  }

  /// Removes once what the configuration does not keep, and returns a description of what was
  /// removed.
  public static func prune(configuration: ServerConfiguration) async throws(StartProblem) -> String {
    let policy = configuration.retention
    guard !policy.keepsEverything else {
      throw .configuration(
        field: "--keep-events, --keep-timelines, --keep-decisions, --keep-anonymous-people",
        "none is given, so there is nothing to remove. Give a number of days.")
    }
    return try await DataFolder.use(configuration.storage) { store throws(StoreError) in
      var sum = RetentionStep()
      let now = Environment.live.now()
      while !sum.isDone { sum += try await store.removeAged(policy, at: now, limit: RetentionJob.rows) }
      // While a server reads what was there before, it goes on with this.
      while try await store.overwriteDeleted() == .underWay {}
      return
        "Removed \(sum.events) events, the details of \(sum.timelines) events, \(sum.decisions) decisions, and \(sum.people) people."
    }
  }
}
