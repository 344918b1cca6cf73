// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The signatures that an app's backend gave for users of this device, one for each. They are secrets: stored with the state, sent in a header,
/// and written nowhere else.
struct UserSignatures: Equatable, Sendable {
  private struct Entry: Equatable, Sendable {
    var userID: String
    var signature: String
  }

  /// Of more users than this, the one whose signature was given longest ago is left without.
  static let limit = 20

  /// The latest last.
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var userIDs: [String] { entries.map(\.userID) }

  subscript(userID: String?) -> String? {
    userID.flatMap { userID in entries.first { $0.userID.isExactly(userID) }?.signature }
  }

  /// Returns false when it is the one that is there.
  @discardableResult
  mutating func set(_ signature: String, for userID: String) -> Bool {
    guard self[userID] != signature else { return false }
    entries.removeAll { $0.userID.isExactly(userID) }
    entries.append(Entry(userID: userID, signature: signature))
    if entries.count > Self.limit { entries.removeFirst() }
    return true
  }

  /// Only those of these users. Returns true when some went.
  @discardableResult
  mutating func keep(_ userIDs: Set<ExactText>) -> Bool {
    let count = entries.count
    entries.removeAll { !userIDs.contains(ExactText($0.userID)) }
    return entries.count < count
  }

  var json: Wire.JSONValue {
    .array(entries.map { .object(["user_id": .string($0.userID), "signature": .string($0.signature)]) })
  }

  init() {}

  /// What cannot be read is left out: the app gives another one when it is missed.
  init(json: Wire.JSONValue?) {
    guard case .array(let list)? = json else { return }
    for entry in list {
      guard let userID = entry["user_id"]?.string, let signature = entry["signature"]?.string, Wire.UserSignature.isValid(signature) else {
        continue
      }
      set(signature, for: userID)
    }
  }
}
