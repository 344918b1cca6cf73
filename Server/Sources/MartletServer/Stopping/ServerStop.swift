// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import Logging
import MartletCore
public import Store

/// Serves until it is asked to stop, and limits how long stopping takes: three quarters of the time
/// are for pending requests, the rest for closing the store. Then it returns, whatever is still
/// running.
///
///     request ──▶ stopServing ── answers what is under way ──▶ close ──▶ returns
///                      └─ 3/4 of the time ──▶ cuts off ─ 1/4 ──▶ throws StopProblem.notInTime
struct ServerStop: Sendable {
  private enum End {
    case served(Result<Void, any Error>, closing: StoreError?)
    case late
  }

  let timeout: Duration
  let environment: Environment
  let logger: Logger
  /// Returns when nothing is served any more; soon after its task is cancelled.
  let serve: @Sendable () async throws -> Void
  /// Asks `serve` to return once pending requests are answered.
  let stopServing: @Sendable () async -> Void
  /// Called once, after `serve` has ended for any reason.
  let close: @Sendable () async throws(StoreError) -> Void
  private let requested = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Requests the stop. Repeated requests change nothing.
  func request() { requested.continuation.yield() }

  /// Throws the errors of `serve`, and `StopProblem`. Cancelling its task requests a stop, like
  /// `request`.
  func run() async throws {
    let ends = AsyncStream.makeStream(of: End.self)
    let serving = Task { try await serve() }
    Task {
      let served = await serving.result
      var problem: StoreError?
      do throws(StoreError) { try await close() } catch { problem = error }
      ends.continuation.yield(.served(served, closing: problem))
    }
    let deadline = Task {
      for await _ in requested.stream { break }
      try Task.checkCancellation()
      await stopServing()
      try await environment.sleep(timeout * 3 / 4)
      logger.warning("aborting open requests because the stop takes too long")
      serving.cancel()
      try await environment.sleep(timeout / 4)
      ends.continuation.yield(.late)
    }
    // A separate task, which the cancellation of this one does not reach, so that the stop is
    // orderly.
    let end = Task { await ends.stream.first { _ in true } }
    let ending = await withTaskCancellationHandler {
      await end.value
    } onCancel: {
      request()
    }
    deadline.cancel()
    switch ending {
    case .late: throw StopProblem.notInTime(timeout)
    case .served(_, let problem?): throw StopProblem.closing(problem)
    case .served(.failure(let error), nil) where !(error is CancellationError): throw error
    case .served, nil: break
    }
  }
}

/// Why a stop was not clean: one clear line. Everything that was acknowledged is stored all the
/// same.
public enum StopProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something was still running when the time was over.
  case notInTime(Duration)
  case closing(StoreError)

  public var description: String {
    switch self {
    case .notInTime(let timeout):
      "The server did not stop within \(timeout.components.seconds) s and was terminated. Events answered with \"stored\" are safe. "
        + "A copy of the data also needs martlet.sqlite-wal until the server has started and stopped again."
    case .closing(let error): "The data was not closed cleanly: \(error.reason)"
    }
  }
}
