// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a client was told before it knew what was stored, in bounded memory.
struct HeldCommands: Sendable {
  struct Limits: Hashable, Sendable {
    /// The same as the journal's.
    var count = 10_000
    var bytes = 10_485_760
  }

  let limits: Limits
  private(set) var bytes = 0
  private var commands: [(command: Command, bytes: Int)] = []

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  var count: Int { commands.count }
  var eventCount: Int { commands.count { $0.command.isEvent } }

  /// Returns how many events had to make room: the oldest.
  @discardableResult
  mutating func append(_ command: Command, bytes: Int) -> Int {
    switch (command, commands.last?.command) {
    // Repeated, they change nothing; the last user counts.
    case (.flush, .flush?): return 0
    case (.becameActive, .becameActive?), (.enteredBackground, .enteredBackground?): return 0
    // The signature vouches for them still.
    case (.changeUser(let userID, nil, _, _), .changeUser(let before, .some, _, _)?) where userID == before: return 0
    case (.changeUser, .changeUser?), (.setSignature, .setSignature?): removeLast()
    default: break
    }
    commands.append((command, bytes))
    self.bytes += bytes
    // A quarter more than there may be is taken away at once, so that each costs the same on average.
    guard count > limits.count + limits.count / 4 || self.bytes > limits.bytes + limits.bytes / 4 else { return 0 }
    return makeRoom()
  }

  /// In the order in which they came.
  mutating func takeAll() -> [Command] {
    defer { self = HeldCommands(limits: limits) }
    return commands.map(\.command)
  }

  /// The oldest go. Who the person was by then, and the switch, stay: what is left must not become another person's.
  private mutating func makeRoom() -> Int {
    var leaving = 0
    var left = (count: count, bytes: bytes)
    while leaving < count, left.count > limits.count || left.bytes > limits.bytes {
      left.count -= 1
      left.bytes -= commands[leaving].bytes
      leaving += 1
    }
    let gone = commands[..<leaving]
    let userChange = gone.lastIndex { $0.command.isUserChange }
    // One that was given before belongs to somebody else.
    let signature = gone.lastIndex { $0.command.isSignature }.flatMap { $0 > userChange ?? -1 ? $0 : nil }
    let kept = [gone.lastIndex { $0.command.isWipe }, gone.lastIndex { $0.command.isSwitch }, userChange, signature]
      .compactMap { $0 }.sorted().map { commands[$0] }
    let events = gone.count { $0.command.isEvent }
    commands.replaceSubrange(..<leaving, with: kept)
    bytes = commands.reduce(0) { $0 + $1.bytes }
    return events
  }

  private mutating func removeLast() {
    if let last = commands.popLast() { bytes -= last.bytes }
  }
}
