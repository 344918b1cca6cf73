// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The signatures that the app's backend created for users of this device, one per user. They are
/// secrets: they are stored with the state and sent in a header, but never written anywhere else.
struct UserSignatures: Equatable, Sendable {
  private struct Entry: Equatable, Sendable {
    var userID: String
    var signature: String
  }

  /// The maximum number of users. Beyond it, the oldest signature is removed.
  static let limit = 20

  /// In the order in which they were set, the latest last.
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var userIDs: [String] { entries.map(\.userID) }

  subscript(userID: String?) -> String? {
    userID.flatMap { userID in entries.first { $0.userID.isExactly(userID) }?.signature }
  }

  /// Returns false if this signature is already stored.
  @discardableResult
  mutating func set(_ signature: String, for userID: String) -> Bool {
    guard self[userID] != signature else { return false }
    entries.removeAll { $0.userID.isExactly(userID) }
    entries.append(Entry(userID: userID, signature: signature))
    if entries.count > Self.limit { entries.removeFirst() }
    return true
  }

  /// Keeps only the signatures of these users. Returns true if any were removed.
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

  /// Skips entries that cannot be read. The app passes a new signature when one is missing.
  init(json: Wire.JSONValue?) {
    guard case .array(let list)? = json else { return }
    for entry in list {
      guard let userID = entry["user_id"]?.string, let signature = entry["signature"]?.string,
        Wire.UserSignature.isValid(signature)
      else {
        continue
      }
      set(signature, for: userID)
    }
  }
}
