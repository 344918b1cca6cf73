// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Trigger {
  /// The trigger that `Campaign.definition()` translates to `trigger`.
  public init(_ trigger: Trigger) {
    switch trigger {
    case .event(let category, let name, let filter):
      guard let kind = Kind(category, isNamed: name != nil) else {
        preconditionFailure("Every category has a trigger.")
      }
      self.init(kind: .known(kind), name: name, filter: filter.map { Wire.Filter($0) })
    case .any(let parts): self.init(kind: .known(.any), triggers: parts.map { Wire.Trigger($0) })
    case .all(let parts, let window):
      self.init(
        kind: .known(.all), triggers: parts.map { Wire.Trigger($0) }, within: Wire.HistoryWindow(window))
    case .count(let part, let repetition):
      self.init(
        kind: .known(.count), triggers: [Wire.Trigger(part)], times: repetition.times,
        match: repetition.match == .atLeast ? nil : .known(repetition.match),
        within: Wire.HistoryWindow(repetition.window))
    }
  }

  /// Errors name fields relative to this trigger.
  func translated(depth: Int = 0) throws(Wire.Untranslatable) -> Trigger {
    let kind = try kind.understood("the trigger", at: "kind")
    guard depth <= Trigger.maximumDepth else {
      throw Wire.Untranslatable(
        message: "Triggers are nested deeper than \(Trigger.maximumDepth) levels; flatten them.")
    }
    if let category = kind.traits.category {
      if !kind.traits.takesFilter { try refuseFilter() }
      return .event(category, name: try translatedName(kind.traits.name), try filter?.translated())
    }
    try refuseFilter()
    switch kind {
    case .any: return .any(try parts(depth: depth))
    case .all: return .all(try parts(depth: depth), within: try window())
    default:
      let parts = try parts(depth: depth)
      guard parts.count == 1 else {
        throw Wire.Untranslatable(
          field: "triggers", message: "A count needs one trigger. Combine several in a group.")
      }
      return .count(parts[0], try repetition())
    }
  }

  private func parts(depth: Int) throws(Wire.Untranslatable) -> [Trigger] {
    try triggers.translated("triggers") { part throws(Wire.Untranslatable) in
      try part.translated(depth: depth + 1)
    }
  }

  private func repetition() throws(Wire.Untranslatable) -> Repetition {
    guard let times else {
      throw Wire.Untranslatable(field: "times", message: "A count needs a number of times.")
    }
    let match = try match?.understood("this way to count", at: "match") ?? .atLeast
    return Repetition(match, times, within: try window())
  }

  private func window() throws(Wire.Untranslatable) -> HistoryWindow {
    guard let within else { return .session }
    switch try within.type.understood("this time window", at: "within.type") {
    case .session: return .session
    case .last:
      guard let milliseconds = within.milliseconds else {
        throw Wire.Untranslatable(field: "within.ms", message: "The length of the time window is missing.")
      }
      return .last(.milliseconds(milliseconds))
    }
  }

  private func translatedName(_ rule: Kind.Traits.Name) throws(Wire.Untranslatable) -> String? {
    switch rule {
    case .none: return nil
    case .optional: return name
    case .required:
      guard let name, !name.isEmpty else {
        throw Wire.Untranslatable(field: "name", message: "This trigger needs a name.")
      }
      return name
    }
  }

  private func refuseFilter() throws(Wire.Untranslatable) {
    guard filter == nil else {
      throw Wire.Untranslatable(field: "filter", message: "This trigger has no properties to filter by.")
    }
  }
}

extension Wire.HistoryWindow {
  /// The engine's window in its wire form.
  public init(_ window: HistoryWindow) {
    switch window {
    case .session: self.init(type: .known(.session))
    case .last(let duration): self.init(type: .known(.last), milliseconds: duration.wholeMilliseconds)
    }
  }
}
