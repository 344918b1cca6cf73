// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// One change in the history of a campaign: what was done, when and by whom. It never changes
/// itself.
public struct CampaignChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case created
    case edited
    /// The content of an earlier version was put back.
    case restored(from: Int)
    case performed(CampaignAction)
  }

  /// The campaign's revision from this change on. Numbers grow, but not always by one: an edit that
  /// changes nothing has a revision and no place in the history.
  public var number: Int
  /// The version that devices and reports carry from this change on.
  public var version: Int
  public var kind: Kind
  public var at: Instant
  public var author: Author
  /// Whether the campaign ran with what this change wrote. Always false for a change that wrote no
  /// content.
  public var hasRun: Bool
  /// When the first of the automatic saves was made that this change stands for; nil if it is none
  /// (`AutomaticSave`).
  public var automaticSince: Instant?

  public init(
    number: Int, version: Int, kind: Kind, at: Instant, author: Author, hasRun: Bool = false,
    automaticSince: Instant? = nil
  ) {
    self.number = number
    self.version = version
    self.kind = kind
    self.at = at
    self.author = author
    self.hasRun = hasRun
    self.automaticSince = automaticSince
  }

  /// Whether there is a version of it.
  public var hasContent: Bool { kind.writesContent }
}

extension CampaignChange.Kind {
  /// Whether it writes a name or content.
  public var writesContent: Bool {
    if case .performed = self { false } else { true }
  }

  /// One word: `created`, `edited`, `restored`, or the name of an action. It is stored and sent.
  public var name: String {
    switch self {
    case .created: "created"
    case .edited: "edited"
    case .restored: "restored"
    case .performed(let action): action.rawValue
    }
  }

  /// The number of the version that was restored.
  public var source: Int? { if case .restored(let number) = self { number } else { nil } }

  /// - Parameter source: The number of the version that was restored.
  public init?(name: String, source: Int?) {
    switch (name, source) {
    case ("created", _): self = .created
    case ("edited", _): self = .edited
    case ("restored", let source?): self = .restored(from: source)
    default:
      guard let action = CampaignAction(rawValue: name) else { return nil }
      self = .performed(action)
    }
  }
}

/// How much of a campaign's history is kept.
public enum CampaignHistoryLimits {
  /// The newest changes of a campaign, all of which are kept. Of older ones, only the first,
  /// launches, ends, and the content with which it ran.
  public static let newest = 200
  /// The kinds of changes that are kept for ever, by name.
  public static let keptForEver = [
    CampaignChange.Kind.created, .performed(.launch), .performed(.finish),
  ].map(\.name)
  /// The changes in one answer or on one page.
  public static let page = 1...100
}
