// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The commands that a client received before the stored state was known, in bounded memory.
struct HeldCommands: Sendable {
  struct Limits: Equatable, Sendable {
    /// The limits of the journal.
    var count = 10_000
    var bytes = 10_485_760
  }

  let limits: Limits
  private(set) var bytes = 0
  private var commands: [(command: Command, bytes: Int)] = []
  /// The latest signature of each named user. It is kept even if the commands that contained it are
  /// dropped.
  private var signatures = UserSignatures()
  /// The user of the last change (nil inside for a sign-out). nil if there was none, and the stored
  /// user applies.
  private var toldUser: String??

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  var count: Int { commands.count }
  var eventCount: Int { commands.count { $0.command.isEvent } }

  /// Drops the oldest commands if there are too many. Returns how many events were dropped.
  @discardableResult
  mutating func append(_ command: Command, bytes: Int) -> Int {
    guard let command = withoutSignature(command) else { return 0 }
    switch (command, commands.last?.command) {
    // Repeated commands change nothing, and only the last user counts.
    case (.flush, .flush?): return 0
    case (.becameActive, .becameActive?), (.enteredBackground, .enteredBackground?): return 0
    case (.changeUser(let userID, _, nil, _), _) where toldUser.map { userID.isExactly($0) } ?? false:
      return 0
    case (.changeUser, .changeUser?), (.setSignature, .setSignature?):
      self.bytes -= commands.popLast()?.bytes ?? 0
    default: break
    }
    switch command {
    case .changeUser(let userID, _, _, _): toldUser = .some(userID)
    case .logOut: toldUser = .some(nil)
    default: break
    }
    commands.append((command, bytes))
    self.bytes += bytes
    // Commands are dropped a quarter at a time, so that the cost per command is constant on
    // average.
    guard count > limits.count + limits.count / 4 || self.bytes > limits.bytes + limits.bytes / 4 else {
      return 0
    }
    return makeRoom()
  }

  /// Returns the commands in their order. Each change of user carries the user's latest signature.
  /// Signatures of other users follow at the end.
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

  /// Stores the signature of a named user, and returns the command without it. nil if nothing else
  /// is left.
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

  /// Drops the oldest commands. The last user change and the last switch stay, so that the
  /// remaining commands keep their owner.
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
    // A signature without a user id belongs to another user if it was passed before the change.
    let signature = gone.lastIndex { $0.command.isSignature }.flatMap { $0 > userChange ?? -1 ? $0 : nil }
    let kept = [
      gone.lastIndex { $0.command.isWipe }, gone.lastIndex { $0.command.isSwitch }, userChange, signature,
    ]
    .compactMap { $0 }.sorted().map { commands[$0] }
    let events = gone.count { $0.command.isEvent }
    commands.replaceSubrange(..<leaving, with: kept)
    bytes = commands.reduce(0) { $0 + $1.bytes }
    return events
  }
}
