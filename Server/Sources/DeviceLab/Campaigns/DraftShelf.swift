// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPSupport
public import MartletCore
import MartletWire

/// Drafts on their way from the editor to the lab. What is written never stands in an address: that holds a word which means nothing outside of the
/// browser session that put the draft here.
@MainActor
public final class DraftShelf {
  /// Drafts of one session; the oldest makes room.
  public nonisolated static let perSession = 4
  /// Bytes of all drafts together, as they are sent to a device; the oldest make room.
  public nonisolated static let maximumBytes = 8 * 1_024 * 1_024
  /// Nobody waits longer before a tab opens.
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
  /// The latest last.
  private var places: [Place] = []

  /// - Parameter makeWord: gives a secret that fits into an address.
  public nonisolated init(environment: Environment, makeWord: @escaping @Sendable () -> String = { Secret.make().text }) {
    self.environment = environment
    self.makeWord = makeWord
  }

  /// Returns the word by which the same session takes it; nil for a draft that is larger than all that is kept.
  public func put(_ draft: LabDraft, session: String) -> String? {
    let bytes = Wire.encode(draft.definition).count
    guard bytes <= Self.maximumBytes else { return nil }
    forgetOld()
    let place = Place(word: makeWord(), session: session, draft: draft, bytes: bytes, until: environment.now() + Self.lifetime)
    places.append(place)
    func isOwn(_ place: Place) -> Bool { place.session == session }
    while places.count(where: isOwn) > Self.perSession, let oldest = places.firstIndex(where: isOwn) { places.remove(at: oldest) }
    while places.reduce(0, { $0 + $1.bytes }) > Self.maximumBytes { places.removeFirst() }
    return place.word
  }

  /// nil: it was not put here by this session, or has been here too long. It stays: a page that is loaded anew asks again.
  func draft(_ word: String, session: String) -> LabDraft? {
    forgetOld()
    return places.first { $0.word == word && $0.session == session }?.draft
  }

  private func forgetOld() {
    let now = environment.now()
    places.removeAll { $0.until <= now }
  }
}
