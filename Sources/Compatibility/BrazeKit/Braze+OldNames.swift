// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Names of truth values, before they read as such.
extension Martlet {
  /// `isEnabled`.
  public var enabled: Bool {
    get { isEnabled }
    set { isEnabled = newValue }
  }
}

extension Martlet.InAppMessage.Context {
  /// `isValid`.
  public var valid: Bool { isValid }
}

/// Signing out as apps that move in know it.
extension Martlet {
  /// Sends waiting events, then calls `wipeData()`: all data of the person is erased, and the SDK is off. If events could not be sent,
  /// nothing is erased, and the error has the reason. `logOut()` is Martlet's own method: it keeps the SDK on, and erases no waiting
  /// events.
  public func logout() async throws {
    let result = await flush()
    if let reason = result.reason { throw LogoutErrorResult(reason: reason) }
    wipeData()
  }

  /// `logout()` with a callback.
  public func logout(completion: (@MainActor @Sendable (Result<Void, LogoutErrorResult>) -> Void)?) {
    Task {
      let result = await flush()
      if result.isComplete { wipeData() }
      await completion?(result.reason.map { .failure(LogoutErrorResult(reason: $0)) } ?? .success(()))
    }
  }

  /// Why nothing was erased.
  public struct LogoutErrorResult: Error, Hashable, Sendable {
    /// Why events are still waiting.
    public var reason: FlushResult.Reason
  }
}
