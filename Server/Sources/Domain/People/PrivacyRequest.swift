// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A person's request for their data or for its deletion, and what has become of it. Only people
/// who have signed in have them.
public struct PrivacyRequest: Equatable, Sendable {
  public typealias Kind = Wire.PrivacyRequest.Kind

  /// The raw values are stored and reported.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Waits for the team.
    case open
    case done
    case declined
    /// There is nothing to do any more: the person was deleted.
    case lapsed
  }

  /// How the team answers.
  public enum Answer: Equatable, Sendable {
    /// A deletion is carried out, in the same transaction. An export has been handed over.
    /// `receipt`: the id of a deletion's receipt, which nobody has.
    case done(receipt: String)
    case declined(note: String?)
  }

  public var id: String
  public var kind: Kind
  /// `PersonID`; nil when the person was deleted.
  public var personID: String?
  public var requestedAt: Instant
  /// When the team has to answer at the latest.
  public var dueAt: Instant
  public var state: State
  /// nil while it is open.
  public var closedAt: Instant?
  /// Why it was declined, for the team.
  public var note: String?
  /// The receipt of the deletion.
  public var receiptID: String?

  public init(
    id: String, kind: Kind, personID: String?, requestedAt: Instant, dueAt: Instant, state: State = .open,
    closedAt: Instant? = nil,
    note: String? = nil, receiptID: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.personID = personID
    self.requestedAt = requestedAt
    self.dueAt = dueAt
    self.state = state
    self.closedAt = closedAt
    self.note = note
    self.receiptID = receiptID
  }

  public var isOpen: Bool { state == .open }

  public func isOverdue(at now: Instant) -> Bool { isOpen && dueAt < now }

  /// The most characters of a note.
  public static let noteLength = 500
  /// For so long after an answer, a person who asks again gets the same answer, so that nobody
  /// fills the team's list.
  public static let answerStays = Duration.seconds(86_400)
  /// Requests of one page.
  public static let page = 1...200

  /// What is wrong with a note; nil if nothing is.
  public static func problem(withNote note: String) -> Diagnostic? {
    guard note.count > noteLength || note.utf8.contains(0) else { return nil }
    return Diagnostic(
      field: "note", code: "value_too_long", message: "A note has at most \(noteLength) characters.",
      remedy: "Make it shorter.")
  }

  /// Closes it with an answer. Returns false if it was answered before.
  ///
  /// - Parameter receipt: That of a deletion that was carried out; nil if nothing was deleted.
  public mutating func close(_ answer: Answer, receipt: String? = nil, at now: Instant) -> Bool {
    guard isOpen else { return false }
    closedAt = now
    switch answer {
    case .done:
      state = .done
      receiptID = receipt
    case .declined(let note):
      state = .declined
      self.note = note
    }
    return true
  }

  /// What becomes of it when the person is deleted. It stays without the person, so that the team
  /// can show that it answered it.
  ///
  /// - Parameter receipt: nil if nobody gets one.
  public mutating func endWithPerson(receipt: String?, at now: Instant) {
    (personID, note) = (nil, nil)
    guard isOpen else { return }
    closedAt = now
    state = kind == .deletion ? .done : .lapsed
    if kind == .deletion { receiptID = receipt }
  }

  /// Whether a person who asks for the same again gets this request.
  public func answersRepetition(at now: Instant) -> Bool {
    switch state {
    case .open: true
    case .done, .declined: closedAt.map { now < $0 + Self.answerStays } ?? false
    case .lapsed: false
    }
  }
}

/// What became of the deletion of an anonymous person.
public enum AnonymousDeletion: Equatable, Sendable {
  case deleted(DeletionReceipt)
  /// Nothing is stored about the person.
  case nothingStored
  /// What they did belongs to a person who has signed in. Nothing is deleted.
  case belongsToUser
}
