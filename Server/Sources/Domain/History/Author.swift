// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Who changed something, as they were called at that time. Passed along with every change of a
/// campaign, from the console and the management API to the store.
public enum Author: Hashable, Sendable {
  /// A person with an account.
  case member(id: String, name: String)
  /// A program with a management key.
  case key(id: String, name: String)
  /// Somebody whom a link of the server signed in.
  case link
  /// The server itself, for example with its samples.
  case system
  /// The rule that chooses the winner of an experiment.
  case automaticWinner

  /// `Ana`, at the beginning of a sentence.
  public var words: String {
    switch self {
    case .member(_, let name): name
    case .key(_, let name): "The key “\(name)”"
    case .link: "Somebody with a sign-in link"
    case .system: "Martlet"
    case .automaticWinner: "The automatic winner"
    }
  }
}
