// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import HTTPTypes
import Hummingbird
import Logging
public import MartletCore
public import MartletKit
import MartletWire
import Store

/// Migrates the data to this version before a server starts, and answers requests meanwhile: a
/// server that does not answer looks as if it had failed, and would be restarted again and again.
public enum StartMigration {
  /// Does nothing when there is nothing to migrate, or when the configuration refuses. During the
  /// migration, `/readyz` at the server's own address says `migrating`, `/livez` says that the
  /// process is alive, and everything else is answered with 503.
  ///
  /// First backs up the data (`StoreLocation.backupBeforeMigration`). When there is not enough
  /// space, there is no backup, and the log says so.
  public static func run(
    configuration: ServerConfiguration, environment: MartletCore.Environment = .live
  ) async throws(StartProblem) {
    guard let location = configuration.storage.location else { return }
    try await run(configuration: configuration, environment: environment, location: location)
  }

  static func run(
    configuration: ServerConfiguration, environment: MartletCore.Environment, location: any StoreLocation
  ) async throws(StartProblem) {
    // What cannot be migrated is refused when the data is opened, with the reason.
    guard configuration.migratesAtStart, location.canMigrate, let stored = location.storedSchema else {
      return
    }
    let logger = configuration.makeLogger(environment: environment)
    logger.notice("migrating the data", metadata: ["from": "\(stored)", "to": "\(location.schema)"])
    let result = await answering(configuration: configuration, logger: logger) {
      () async -> Result<Void, StoreError> in
      await offThread { () throws(StoreError) in
        try location.refuseWhileOpen()
        try backUp(location, logger: logger)
        _ = try location.migrate()
      }
    }
    do throws(StoreError) { try result.get() } catch { throw .store(error) }
    logger.notice("the data was migrated", metadata: ["schema": "\(location.schema)"])
  }

  private static func backUp(_ location: any StoreLocation, logger: Logger) throws(StoreError) {
    guard let file = location.backupBeforeMigration else { return }
    do throws(StoreError) {
      let copy = try location.backUp(to: file)
      logger.notice(
        "made a backup before the migration", metadata: ["file": "\(file)", "bytes": "\(copy.bytes)"])
    } catch {
      switch error {
      // An interrupted start has made it.
      case .alreadyExists: break
      case .unavailable(let reason):
        logger.warning("no backup before the migration", metadata: ["reason": "\(reason)"])
      default: throw error
      }
    }
  }

  /// Runs the work, and answers at the server's address while it runs. If the address cannot be
  /// used, the server reports that later.
  static func answering<Value: Sendable>(
    configuration: ServerConfiguration, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in },
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    let application = Application(
      responder: Answers(),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: nil),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "migrating") { _ in SwiftLogNoOpLogHandler() })
    return await withTaskGroup(of: Value?.self) { group in
      group.addTask {
        try? await application.run()
        return nil
      }
      group.addTask { await work() }
      for await value in group {
        guard let value else { continue }
        group.cancelAll()
        await group.waitForAll()
        return value
      }
      // One of the two always returns a value.
      return await work()
    }
  }

  private struct Answers: HTTPResponder {
    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
      switch request.uri.path {
      case "/livez": return Response(json: Wire.JSONValue.object(["status": "ok"]))
      case "/readyz":
        return Response(
          status: .serviceUnavailable,
          json: Wire.JSONValue.object(["status": "migrating", "checks": ["store": ["status": "migrating"]]]),
          headers: [.retryAfter: "5"])
      default:
        let problem = Wire.Problem(
          status: 503, code: "migrating", title: "The server is migrating its data to a new version.",
          remedy: "Try again in a moment.")
        var response = Response(problem: problem)
        response.headers[.retryAfter] = "5"
        return response
      }
    }
  }

  /// Migrating waits for the disk, for minutes with much data, so it must not run on a thread that
  /// tasks need.
  private static func offThread(_ work: @escaping @Sendable () throws(StoreError) -> Void) async -> Result<
    Void, StoreError
  > {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: Result { () throws(StoreError) in try work() })
      }
    }
  }
}
