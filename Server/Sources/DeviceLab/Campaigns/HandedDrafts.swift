// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import HTTPSupport
public import MartletCore
public import Store

/// Drafts on their way from the editor to the lab. An address never contains the draft: it contains
/// a word that only works in the browser session that put the draft here.
public struct HandedDrafts: Sendable {
  /// A new draft of a session replaces its oldest. They are kept for longer than any tab takes to
  /// open.
  public static let shelf = Shelf("draft", most: 4, lifetime: .seconds(600))
  /// The most bytes of a draft.
  public static let maximumBytes = 2 * 1_024 * 1_024

  private let store: any ShelfStore
  private let environment: Environment
  private let makeWord: @Sendable () -> String

  /// - Parameter makeWord: Returns a secret that fits into an address.
  public init(
    _ store: any ShelfStore, environment: Environment,
    makeWord: @escaping @Sendable () -> String = { Secret.make().text }
  ) {
    self.store = store
    self.environment = environment
    self.makeWord = makeWord
  }

  /// Keeps a draft. Returns the word by which the same session finds it; nil if the draft is too
  /// large.
  public func put(_ draft: LabDraft, session: String) async throws -> String? {
    let bytes = Array(try JSONEncoder().encode(draft))
    guard bytes.count <= Self.maximumBytes else { return nil }
    let word = makeWord()
    try await store.put(bytes, as: word, of: session, on: Self.shelf, at: environment.now())
    return word
  }

  /// The draft of a word; nil if this session did not put it here, or if it has expired. The draft
  /// stays, because a reloaded page asks for it again.
  func draft(_ word: String, session: String) async throws -> LabDraft? {
    let bytes = try await store.item(word, of: session, on: Self.shelf, at: environment.now())
    return try bytes.map { try JSONDecoder().decode(LabDraft.self, from: Data($0)) }
  }
}
