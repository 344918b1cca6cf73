// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet.Notifications {
  /// What happened to a notification.
  public enum PayloadType: Hashable, Sendable, CaseIterable {
    /// The person tapped it or one of its buttons.
    case opened
    /// It arrived while the app ran.
    case received
  }

  /// The notifications among `updates`, with a callback, for as long as the result is kept.
  ///
  /// - Parameter payloadTypes: what is reported. By default everything.
  public func subscribeToUpdates(
    payloadTypes: [PayloadType] = PayloadType.allCases,
    _ update: @escaping @MainActor @Sendable (Payload) -> Void
  ) -> Martlet.Cancellable {
    Martlet.Cancellable(reading: updates) { event in
      guard let (type, payload) = event.notification, payloadTypes.contains(type) else { return }
      await update(payload)
    }
  }

  /// The notifications among `updates`.
  public var notificationsStream: AsyncStream<Payload> {
    updates.compactMapped { $0.notification?.payload }
  }
}

extension Martlet.Notifications.Update {
  fileprivate var notification:
    (type: Martlet.Notifications.PayloadType, payload: Martlet.Notifications.Payload)?
  {
    switch self {
    case .opened(let payload): (.opened, payload)
    case .received(let payload): (.received, payload)
    case .authorizationChanged: nil
    }
  }
}
