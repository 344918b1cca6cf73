// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Events that a funnel or a retention curve asks about: those of a kind, all or with one name, or
/// those of them whose properties match.
///
/// ```swift
/// EventSelector("custom:order_placed")
/// EventSelector("session_start")
/// ```
public struct EventSelector: Hashable, Sendable {
  public var kind: AudienceActivity.Kind
  private let exactName: ExactText?

  /// The name of the event or the screen, the product id, or the id of the survey's campaign. nil:
  /// any.
  public var name: String? { exactName?.text }

  /// Only events that match. nil: all.
  public var filter: EventFilter?

  /// - Parameter name: Sessions have none.
  public init(_ kind: AudienceActivity.Kind, name: String? = nil, where filter: EventFilter? = nil) {
    self.kind = kind
    self.filter = filter
    exactName = kind == .sessionStart ? nil : name.map { ExactText($0) }
  }

  /// Reads `kind` or `kind:name`, as `text` writes it. nil if it is neither.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let kind = parts.first.flatMap(AudienceActivity.Kind.init) else { return nil }
    let name = parts.count == 2 ? parts[1] : nil
    guard let name else {
      self.init(kind)
      return
    }
    guard kind != .sessionStart, (1...Wire.Limits.nameLength).contains(name.unicodeScalars.count) else {
      return nil
    }
    self.init(kind, name: name)
  }

  /// `custom:order_placed`, without the conditions.
  public var text: String { kind.rawValue + (name.map { ":" + $0 } ?? "") }
}

/// Events that have to be read: those of a selector, in a time.
public struct EventReading: Hashable, Sendable {
  /// An event with conditions is read as a whole, which takes about as long as so many others.
  public static let costOfFilter = 10

  public var selector: EventSelector
  /// Milliseconds since 1970.
  public var time: Range<Int64>

  public init(_ selector: EventSelector, _ time: Range<Int64>) {
    self.selector = selector
    self.time = time
  }
}
