// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What a client was told before it knew what was stored, in bounded memory.
struct HeldCommands: Sendable {
  struct Limits: Equatable, Sendable {
    /// The same as the journal's.
    var count = 10_000
    var bytes = 10_485_760
  }

  let limits: Limits
  private(set) var bytes = 0
  private var commands: [(command: Command, bytes: Int)] = []
  /// Of users who are named: the latest of each, whatever becomes of the commands that brought them.
  private var signatures = UserSignatures()
  /// Of the last change of the user (nil inside: somebody left); nil: there was none, and it is who is stored.
  private var toldUser: String??

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  var count: Int { commands.count }
  var eventCount: Int { commands.count { $0.command.isEvent } }

  /// Returns how many events had to make room: the oldest.
  @discardableResult
  mutating func append(_ command: Command, bytes: Int) -> Int {
    guard let command = withoutSignature(command) else { return 0 }
    switch (command, commands.last?.command) {
    // Repeated, they change nothing; the last user counts.
    case (.flush, .flush?): return 0
    case (.becameActive, .becameActive?), (.enteredBackground, .enteredBackground?): return 0
    case (.changeUser(let userID, _, nil, _), _) where toldUser.map { userID.isExactly($0) } ?? false: return 0
    case (.changeUser, .changeUser?), (.setSignature, .setSignature?): removeLast()
    default: break
    }
    switch command {
    case .changeUser(let userID, _, _, _): toldUser = .some(userID)
    case .logOut: toldUser = .some(nil)
    default: break
    }
    commands.append((command, bytes))
    self.bytes += bytes
    // A quarter more than there may be is taken away at once, so that each costs the same on average.
    guard count > limits.count + limits.count / 4 || self.bytes > limits.bytes + limits.bytes / 4 else { return 0 }
    return makeRoom()
  }

  /// In the order in which they came; a user comes with the latest signature that was given for them, and those of users who are not among them come last.
  mutating func takeAll() -> [Command] {
    defer { self = HeldCommands(limits: limits) }
    var given: Set<ExactText> = []
    let told = commands.map { entry in
      guard case .changeUser(let userID, _, let epoch, let at) = entry.command else { return entry.command }
      given.insert(ExactText(userID))
      return .changeUser(userID, signature: signatures[userID], epoch: epoch, at: at)
    }
    return told
      + signatures.userIDs.filter { !given.contains(ExactText($0)) }.compactMap { userID in
        signatures[userID].map { .setSignature($0, userID: userID) }
      }
  }

  /// The command as it is kept, once the signature that it brings for somebody by name is noted; nil: nothing is left of it.
  private mutating func withoutSignature(_ command: Command) -> Command? {
    switch command {
    case .changeUser(let userID, let signature?, let epoch, let at):
      signatures.set(signature, for: userID)
      return .changeUser(userID, signature: nil, epoch: epoch, at: at)
    case .setSignature(let signature, let userID):
      guard let owner = userID ?? toldUser.flatMap(\.self) else { return command }
      signatures.set(signature, for: owner)
      return nil
    default: return command
    }
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
    // One without a name that was given before belongs to somebody else.
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
