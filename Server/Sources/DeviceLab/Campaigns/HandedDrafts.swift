// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPSupport
public import MartletCore
import MartletWire

/// Drafts on their way from the editor to the lab. An address never contains the draft: it contains
/// a word that only works in the browser session that put the draft here.
@MainActor
public final class HandedDrafts {
  /// The most drafts of one session; a new draft replaces the oldest.
  public nonisolated static let perSession = 4
  /// The most bytes of all drafts together, encoded as for a device; new drafts replace the oldest.
  public nonisolated static let maximumBytes = 8 * 1_024 * 1_024
  /// How long a draft is kept: more than any tab takes to open.
  public nonisolated static let lifetime = Duration.seconds(600)

  private struct Place {
    let word: String
    let session: String
    let draft: LabDraft
    let bytes: Int
    let until: Instant
  }

  private let environment: Environment
  private let makeWord: @Sendable () -> String
  /// The newest is last.
  private var places: [Place] = []

  /// - Parameter makeWord: Returns a secret that fits into an address.
  public nonisolated init(
    environment: Environment, makeWord: @escaping @Sendable () -> String = { Secret.make().text }
  ) {
    self.environment = environment
    self.makeWord = makeWord
  }

  /// Keeps a draft. Returns the word by which the same session finds it; nil if the draft alone is
  /// larger than the maximum.
  public func put(_ draft: LabDraft, session: String) -> String? {
    let bytes =
      Wire.encode(draft.definition).count + draft.arms.reduce(0) { $0 + Wire.encode($1.definition).count }
    guard bytes <= Self.maximumBytes else { return nil }
    forgetOld()
    let place = Place(
      word: makeWord(), session: session, draft: draft, bytes: bytes, until: environment.now() + Self.lifetime
    )
    places.append(place)
    func isOwn(_ place: Place) -> Bool { place.session == session }
    while places.count(where: isOwn) > Self.perSession, let oldest = places.firstIndex(where: isOwn) {
      places.remove(at: oldest)
    }
    while places.reduce(0, { $0 + $1.bytes }) > Self.maximumBytes { places.removeFirst() }
    return place.word
  }

  /// The draft of a word; nil if this session did not put it here, or if it has expired. The draft
  /// stays, because a reloaded page asks for it again.
  func draft(_ word: String, session: String) -> LabDraft? {
    forgetOld()
    return places.first { $0.word == word && $0.session == session }?.draft
  }

  private func forgetOld() {
    let now = environment.now()
    places.removeAll { $0.until <= now }
  }
}
