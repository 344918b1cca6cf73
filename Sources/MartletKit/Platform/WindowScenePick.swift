// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Chooses the window scene for a message or a link from those that the app has connected.
struct WindowScenePick {
  /// A connected window scene. Scenes that are not windows of the app, for example in a car, must
  /// not be among them.
  struct Candidate: Equatable {
    var id: String
    var activation: Activation
    /// Whether it has the key window of the app.
    var hasKeyWindow: Bool
  }

  /// How active a scene is.
  enum Activation: Int, Comparable {
    case unattached, background, inactive, active

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The active scene with the key window, otherwise an active one, otherwise the one that becomes
  /// active next. nil if there is none.
  ///
  /// A scene in the background is never chosen: nobody would see the message. Several scenes can be
  /// active on large screens, and none of them needs to have the key window. Then the first by id
  /// is chosen, so that the choice does not change between two calls.
  static func active(among candidates: [Candidate]) -> String? {
    let usable = candidates.filter { $0.activation >= .inactive }
    return usable.min { one, other in
      if one.activation != other.activation { return one.activation > other.activation }
      if one.hasKeyWindow != other.hasKeyWindow { return one.hasKeyWindow }
      return one.id < other.id
    }?.id
  }
}
