// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletCore

/// Takes data that campaigns send to the app.
///
/// While the app answers, it can be ended. Data without an answer is passed on again at the next
/// launch.
@MainActor
public protocol DataPushHandler: AnyObject {
  /// Takes a text. By default, nobody takes it.
  func receive(text: String, category: String?) async -> Reach.DataPushAnswer

  /// Takes bytes. By default, nobody takes them.
  ///
  /// - Parameter encoded: the same bytes in Base64.
  func receive(data: Data, encoded: String, category: String?) async -> Reach.DataPushAnswer
}

extension DataPushHandler {
  public func receive(text: String, category: String?) async -> Reach.DataPushAnswer { .notMine }
  public func receive(data: Data, encoded: String, category: String?) async -> Reach.DataPushAnswer {
    .notMine
  }
}

extension Reach {
  /// What the app did with data.
  public enum DataPushAnswer: Hashable, Sendable {
    /// It used the data.
    case accepted
    /// It did not want the data.
    case refused
    /// It does not take such data.
    case notMine

    var machineAnswer: ReachMachine.DataAnswer {
      switch self {
      case .accepted: .accepted
      case .refused: .refused
      case .notMine: .nobody
      }
    }
  }
}
