// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

/// Why something that a person or a program asked for was not done.
///
/// Each interface says it in its own words, except `impossible`, which brings them.
public enum Rejection: Error, Equatable, Sendable {
  public enum Subject: Hashable, Sendable {
    case campaign, version, audience, run, pushKey
  }

  /// It is not there, or not any more.
  case notFound(Subject)
  /// Somebody else has changed it since it was read.
  case conflict
  /// What is wrong with each field; never empty.
  case invalid(Subject, [Diagnostic])
  /// The campaign is not in a state for the action.
  case notAllowed(CampaignAction, state: CampaignState)
  /// A finished campaign is history.
  case cannotEdit(state: CampaignState)
  /// Only drafts can be deleted.
  case cannotDelete(state: CampaignState)
  /// Something names the audience.
  case inUse(AudienceUses.Users)
  /// Only running campaigns send to people.
  case notRunning(CampaignState)
  /// The run is not in a state for the action.
  case runNotAllowed(PushRun.Action, PushRun.State)
  /// There is a run with the id of the request, and it is for another campaign or audience, or has
  /// other values.
  case idUsed
  /// The campaign has no push, and its triggers deliver everything else.
  case noPush
  /// Nobody uploaded an APNs key for the app.
  case noKey
  /// With the words for everybody.
  case impossible(Diagnostic)
  case store(StoreError)

  public init(_ problem: CampaignProblem) {
    switch problem {
    case .notAllowed(let action, let state): self = .notAllowed(action, state: state)
    case .cannotEdit(let state): self = .cannotEdit(state: state)
    case .invalid(let diagnostics): self = .invalid(.campaign, diagnostics)
    }
  }

  /// - Parameter subject: What the store did not find or change.
  public init(_ error: StoreError, of subject: Subject) {
    switch error {
    case .conflict: self = .conflict
    case .notFound: self = .notFound(subject)
    default: self = .store(error)
    }
  }
}

/// Asks the store for something that a person or a program asked for.
public func asking<Value>(_ body: () async throws(StoreError) -> Value) async throws(Rejection) -> Value {
  do throws(StoreError) { return try await body() } catch { throw .store(error) }
}
