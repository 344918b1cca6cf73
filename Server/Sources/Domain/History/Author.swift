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

  /// The raw values are stored.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case member, key, link, system
    case automaticWinner = "automatic_winner"
  }

  /// - Parameters:
  ///   - id: Of a member or a key.
  ///   - name: Of a member or a key.
  public init(_ kind: Kind, id: String, name: String) {
    self =
      switch kind {
      case .member: .member(id: id, name: name)
      case .key: .key(id: id, name: name)
      case .link: .link
      case .system: .system
      case .automaticWinner: .automaticWinner
      }
  }

  public var kind: Kind {
    switch self {
    case .member: .member
    case .key: .key
    case .link: .link
    case .system: .system
    case .automaticWinner: .automaticWinner
    }
  }

  /// Of a member or a key; nil for any other.
  public var id: String? {
    switch self {
    case .member(let id, _), .key(let id, _): id
    case .link, .system, .automaticWinner: nil
    }
  }

  /// Of a member or a key; nil for any other.
  public var name: String? {
    switch self {
    case .member(_, let name), .key(_, let name): name
    case .link, .system, .automaticWinner: nil
    }
  }

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
