// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletCore
import MartletWire

extension Martlet {
  /// A person's request about their own data, as the server has it.
  public struct PrivacyRequest: Hashable, Sendable {
    /// What the person asked for.
    public enum Kind: Hashable, Sendable {
      /// A copy of everything that is stored about them.
      case export
      /// That everything that is stored about them is deleted.
      case deletion
    }

    /// What has become of the request.
    public enum State: Hashable, Sendable {
      /// The team has not answered yet.
      case open
      /// It was carried out. The team has sent the data, or deleted it.
      case done
      /// The team declined it, and tells the person why.
      case declined
    }

    /// The id by which the team finds the request. nil if it was carried out at once and is not
    /// kept.
    public var id: String?
    /// What the person asked for.
    public var kind: Kind
    /// What has become of it. A state that this version does not know is reported as `open`.
    public var state: State
    /// When they asked, by the server's clock.
    public var requestedAt: Date
    /// When the team answers at the latest. nil if it has answered.
    public var dueAt: Date?
    /// The receipt of a deletion, which names nobody. nil if nothing was deleted.
    public var receiptId: String?

    init(_ response: Wire.PrivacyResponse, to kind: Wire.PrivacyRequest.Kind) {
      id = response.id
      self.kind = kind == .export ? .export : .deletion
      state =
        switch response.state.known {
        case .done: .done
        case .declined: .declined
        case .open, nil: .open
        }
      requestedAt = Date(response.requestedAt)
      dueAt = response.dueAt.map { Date($0) }
      receiptId = response.receiptID
    }
  }

  /// Why the app has no answer to a request about a person's data. It can ask again.
  ///
  /// After `unreachable`, `serverBusy`, `disabled`, `cancelled` and `ended`, the server may have
  /// received the request all the same.
  public struct PrivacyRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Reason: Hashable, Sendable {
      /// The server did not respond: there is no network, no server at the endpoint, or something
      /// else responded in its place.
      case unreachable
      /// The server is busy, or there were too many requests. Ask again later.
      case serverBusy
      /// The app's settings do not accept requests from devices.
      case notAllowed
      /// The server does not know that the user is at this device: the signature is missing or not
      /// valid, SDK authentication is off, or the device has not received its secret, which it also
      /// loses when everything about it is deleted, until the next sync.
      case notAuthenticated
      /// Nobody is signed in, and only a signed-in user can ask for a copy.
      case notSignedIn
      /// What this device did belongs to a user who signed in on it. Ask while that user is signed
      /// in.
      case belongsToUser
      /// Nothing is stored about this person.
      case nothingStored
      /// The server rejected the request for another reason, for example because of a wrong key.
      case refused
      /// The stored data cannot be read yet, or another client uses the same folder.
      case storageUnavailable
      /// The endpoint in the configuration is not a valid URL.
      case noEndpoint
      /// The SDK is off, or was turned off meanwhile.
      case disabled
      /// The calling task was cancelled. The server may have received the request.
      case cancelled
      /// The client was released.
      case ended
    }

    /// What went wrong.
    public var reason: Reason
    /// What the server said, with the remedy, for developers. nil if it said nothing, or rejected
    /// the signature or the device.
    public var message: String?

    init(_ reason: Reason, message: String? = nil) {
      self.reason = reason
      self.message = message
    }

    static let cancelled = Self(.cancelled)

    /// The reason, and what the server said.
    public var description: String { message.map { "\(reason): \($0)" } ?? "\(reason)" }
  }
}

extension Date {
  fileprivate init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
  }
}

extension Martlet.PrivacyRequestError {
  /// Why the server did not accept a request. `words`: what it said, for people.
  init(_ problem: Wire.Problem?, words: String, status: Int) {
    let reason: Reason =
      switch problem.flatMap({ Wire.PrivacyRequest.Refusal(rawValue: $0.code) }) {
      case .off: .notAllowed
      case .userNotVerified, .deviceNotProven: .notAuthenticated
      case .notSignedIn: .notSignedIn
      case .belongsToUser: .belongsToUser
      case .nothingStored: .nothingStored
      case nil:
        switch status {
        case 408, 429, 500...: .serverBusy
        default: .refused
        }
      }
    self.init(reason, message: words.isEmpty ? nil : words)
  }

  /// Why nothing can be sent now.
  init(because obstacle: Martlet.FlushResult.Reason) {
    switch obstacle {
    case .serverBusy: self.init(.serverBusy)
    case .refused: self.init(.refused)
    case .notAuthenticated: self.init(.notAuthenticated)
    default: self.init(.unreachable)
    }
  }
}
