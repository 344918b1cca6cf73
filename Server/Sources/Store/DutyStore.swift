// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

/// Work that only one server does at a time, when several have the same store.
public struct Duty: Hashable, Sendable {
  /// The same for all servers.
  public let name: String

  /// Counts the audiences.
  public static let audienceSizes = Duty(name: "audience sizes")
  /// Chooses the winners of experiments.
  public static let winners = Duty(name: "winners")
  /// Removes old data.
  public static let retention = Duty(name: "retention")
  /// Sends a run, so that its pace is what it says.
  public static func sending(_ run: String, app: AppID) -> Duty {
    Duty(name: "run \(app.rawValue.utf8.count) \(app.rawValue) \(run)")
  }
}

public protocol DutyStore: Sendable {
  /// Whether this server has a duty from now on.
  ///
  /// It has it until it gives it back or ends. If it loses its connection with the store, another
  /// server may get it, so ask again before each piece of the work.
  func acquire(_ duty: Duty) async throws(StoreError) -> Bool
  /// Gives a duty back.
  func release(_ duty: Duty) async
}

/// A store that only one server uses.
extension DutyStore {
  public func acquire(_ duty: Duty) async throws(StoreError) -> Bool { true }
  public func release(_ duty: Duty) async {}
}
