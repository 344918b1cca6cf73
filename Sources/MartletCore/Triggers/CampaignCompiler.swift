// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Compiles one definition into the form that decisions use, and reports all of its mistakes.
struct CampaignCompiler {
  private let compilePattern: PatternCompiler
  private(set) var diagnostics: [CampaignDiagnostic] = []
  private(set) var listeners: [CompiledCampaign.Listener] = []
  /// The current place in the definition, for diagnostics: the field, and the index in each
  /// enclosing list.
  private var field = "triggers"
  private var position: ContiguousArray<Int> = []
  private var nodes: ContiguousArray<TriggerProgram.Node> = []
  private var leaves = 0
  private var parts = 0
  private var tallies = 0
  private var marks = 0

  init(compilePattern: @escaping PatternCompiler) { self.compilePattern = compilePattern }

  /// The result is valid only if `diagnostics` is empty.
  mutating func compile(_ definition: CampaignDefinition, caps shared: [SharedCap]) -> CompiledCampaign {
    // Pushes can bring banners, content and data.
    if definition.triggers.isEmpty, definition.reach == nil { diagnostics.append(.noTrigger) }
    var roots: ContiguousArray<Int> = []
    for (index, trigger) in definition.triggers.enumerated() {
      inside(index) {
        if let listener = $0.listener(trigger) {
          $0.parts += 1
          $0.listeners.append(listener)
        } else {
          roots.append($0.place(trigger, depth: 1))
        }
      }
    }
    if parts > Trigger.maximumParts {
      report(
        "triggers",
        "The triggers contain \(parts) simple triggers, more than \(Trigger.maximumParts); remove some.")
    }
    for problem in definition.rangeProblems { report(problem.field, problem.message) }
    return CompiledCampaign(
      definition: definition,
      program: roots.isEmpty
        ? nil
        : TriggerProgram(
          nodes: nodes, roots: roots, tallies: tallies, marks: marks,
          fingerprint: definition.triggers.fingerprint),
      exceptions: exceptions(of: definition), caps: caps(of: definition, shared))
  }

  // MARK: - Triggers

  /// nil for groups and counts.
  private mutating func listener(_ trigger: Trigger) -> CompiledCampaign.Listener? {
    guard case .event(let category, let name, let filter) = trigger else { return nil }
    return CompiledCampaign.Listener(key: .init(category: category, name: name), filter: compile(filter))
  }

  private mutating func compile(_ filter: Filter?) -> FilterProgram? {
    guard let filter else { return nil }
    do throws(InvalidFilter) {
      return try FilterProgram(filter, compilePattern: compilePattern)
    } catch {
      let path = path
      diagnostics += error.diagnostics.map { .filter(trigger: path, $0) }
      return nil
    }
  }

  /// Appends the nodes of a trigger, parts first. Returns the position of the trigger's own node.
  private mutating func place(_ trigger: Trigger, depth: Int) -> Int {
    if var listener = listener(trigger) {
      parts += 1
      // Beyond the limit only the number of parts matters.
      let leaf = min(leaves, TriggerProgram.maximumLeaves - 1)
      leaves += 1
      listener.leaf = leaf
      listeners.append(listener)
      return append(.leaf(leaf))
    }
    guard depth <= Trigger.maximumDepth else {
      report(path, "Triggers are nested deeper than \(Trigger.maximumDepth) levels; flatten them.")
      return append(.any([]))
    }
    switch trigger {
    case .any(let triggers): return append(.any(place(triggers, depth: depth)))
    case .all(let triggers, let window):
      check(window)
      let children = place(triggers, depth: depth)
      marks += children.count
      return append(.all(children, window, firstMark: marks - children.count))
    case .count(let part, let repetition):
      check(repetition)
      let child = inside(0) { $0.place(part, depth: depth + 1) }
      tallies += 1
      return append(.count(child, repetition, tally: tallies - 1))
    case .event: return append(.any([]))
    }
  }

  private mutating func place(_ triggers: [Trigger], depth: Int) -> ContiguousArray<Int> {
    if triggers.isEmpty {
      report(path + ".triggers", "The group is empty, so it can never fire; add a trigger.")
    }
    var children: ContiguousArray<Int> = []
    children.reserveCapacity(triggers.count)
    for (index, trigger) in triggers.enumerated() {
      children.append(inside(index) { $0.place(trigger, depth: depth + 1) })
    }
    return children
  }

  private mutating func append(_ node: TriggerProgram.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func exceptions(of definition: CampaignDefinition) -> ContiguousArray<
    CompiledCampaign.Listener
  > {
    var exceptions: ContiguousArray<CompiledCampaign.Listener> = []
    if definition.exceptions.count > Trigger.maximumParts {
      report("exceptions", "There are more than \(Trigger.maximumParts) exceptions; remove some.")
    }
    field = "exceptions"
    for (index, trigger) in definition.exceptions.enumerated() {
      inside(index) {
        if let exception = $0.listener(trigger) {
          exceptions.append(exception)
        } else {
          $0.report(
            $0.path, "An exception must be a single event, not a group or a count; list its parts one by one."
          )
        }
      }
    }
    return exceptions
  }

  // MARK: - Ranges

  private mutating func check(_ window: HistoryWindow) {
    guard case .last(let length) = window, length < .seconds(1) || length > HistoryWindow.longest else {
      return
    }
    report(path + ".within.ms", "The window must be one second to 30 days long; choose another.")
  }

  private mutating func check(_ repetition: Repetition) {
    check(repetition.window)
    guard !(1...Repetition.maximumTimes).contains(repetition.times) else { return }
    report(path + ".times", "The number of times must be 1 to \(Repetition.maximumTimes); choose another.")
  }

  private func caps(of definition: CampaignDefinition, _ shared: [SharedCap]) -> ContiguousArray<
    CompiledCampaign.Cap
  > {
    var caps = ContiguousArray(definition.caps.map { CompiledCampaign.Cap(scope: .campaign, cap: $0) })
    for cap in shared where cap.tag.map(definition.tags.contains) ?? true {
      caps.append(CompiledCampaign.Cap(scope: cap.tag.map(CapScope.tag) ?? .all, cap: cap.cap))
    }
    return caps
  }

  private mutating func inside<Result>(_ index: Int, _ body: (inout Self) -> Result) -> Result {
    position.append(index)
    defer { position.removeLast() }
    return body(&self)
  }

  /// For example `triggers[0].triggers[1]`.
  private var path: String { field + position.map { "[\($0)]" }.joined(separator: ".triggers") }

  private mutating func report(_ field: String, _ message: String) {
    diagnostics.append(.rule(field: field, message: message))
  }
}
