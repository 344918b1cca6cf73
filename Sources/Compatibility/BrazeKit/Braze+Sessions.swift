// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

extension Martlet {
  /// `SessionUpdate`, with the id of the session as a UUID.
  public enum SessionEvent: Hashable, Sendable {
    /// A session started.
    case started(UUID)
    /// A session ended. Reported when the next session starts, the user changes, or the SDK is
    /// turned off.
    case ended(UUID)

    init(_ update: SessionUpdate) {
      switch update {
      case .started(let id): self = .started(UUID(sessionID: id))
      case .ended(let id): self = .ended(UUID(sessionID: id))
      }
    }
  }

  /// `sessionUpdates`.
  public var sessionUpdatesStream: AsyncStream<SessionEvent> {
    sessionUpdates.compactMapped { SessionEvent($0) }
  }

  /// `sessionUpdates` with a callback, for as long as the result is kept.
  public func subscribeToSessionUpdates(_ update: @escaping @MainActor @Sendable (SessionEvent) -> Void)
    -> Cancellable
  {
    Cancellable(reading: sessionUpdates) { await update(SessionEvent($0)) }
  }

  /// Ends a subscription when it is cancelled or released.
  public final class Cancellable: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    /// Passes each value on until the subscription ends.
    convenience init<Value: Sendable>(
      reading values: AsyncStream<Value>, _ take: @escaping @Sendable (Value) async -> Void
    ) {
      let task = Task { for await value in values { await take(value) } }
      self.init { task.cancel() }
    }

    deinit { end() }

    /// Cancels the subscription. Further calls have no effect.
    public func cancel() { end() }

    /// A value without a subscription.
    public static let empty = Cancellable {}
  }
}

extension AsyncStream where Element: Sendable {
  /// What the closure makes of the elements, without nil.
  func compactMapped<Value: Sendable>(_ map: @escaping @Sendable (Element) -> Value?) -> AsyncStream<Value> {
    AsyncStream<Value> { continuation in
      let task = Task {
        for await element in self { if let value = map(element) { continuation.yield(value) } }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension UUID {
  /// The id itself, which is a UUID unless the app has its own `Environment`. Otherwise a UUID that
  /// is always the same for the same id.
  fileprivate init(sessionID: String) {
    if let uuid = UUID(uuidString: sessionID) {
      self = uuid
      return
    }
    var bytes = [UInt8](repeating: 0, count: 16)
    for (index, byte) in sessionID.utf8.enumerated() { bytes[index % 16] = bytes[index % 16] &* 31 &+ byte }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
        bytes[10], bytes[11],
        bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
