// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
import Personalisation
public import Store

/// All that a person or a program can do with campaigns. Console and management API both go through here, so that neither can do what the
/// other cannot.
public struct CampaignAuthoring: Sendable {
  private let store: any CampaignStore
  private let environment: Environment
  private let onChange: @Sendable (AppID) -> Void
  private let validation: CampaignValidation

  /// `onChange` is called after every stored change, for what keeps compiled campaigns in memory.
  public init(store: any CampaignStore, environment: Environment, onChange: @escaping @Sendable (AppID) -> Void) {
    self.store = store
    self.environment = environment
    self.onChange = onChange
    validation = CampaignValidation(environment: environment) { content in
      content.rules.render == nil ? [] : MessageTemplate(content.message.sent).diagnostics
    }
  }

  // MARK: - Reading

  public func campaigns(app: AppID) async throws(AuthoringProblem) -> [Campaign] {
    do { return try await store.campaigns(app: app) } catch { throw .store(error) }
  }

  public func campaign(_ id: CampaignID, app: AppID) async throws(AuthoringProblem) -> Campaign {
    do throws(StoreError) {
      if let campaign = try await store.campaign(id, app: app) { return campaign }
    } catch {
      throw .store(error)
    }
    throw .notFound
  }

  /// Everything that is wrong, or may be, as if the campaign were launched now.
  public func diagnostics(name: String, content: CampaignContent) -> [Diagnostic] {
    validation.diagnostics(name: name, content: content, at: environment.now())
  }

  /// The person's attributes that the server reads when it renders the campaign at display, in order; none for one that it does not render.
  public func attributesRead(by content: CampaignContent) -> [String] {
    content.rules.render == nil ? [] : MessageTemplate(content.message.sent).attributeKeys.sorted()
  }

  // MARK: - Writing

  /// A new draft. It may be incomplete; what is complete enough to show is asked at launch.
  public func create(app: AppID, name: String, content: CampaignContent) async throws(AuthoringProblem) -> Campaign {
    let campaign: Campaign
    do throws(CampaignProblem) {
      campaign = try Campaign.draft(
        id: CampaignID(environment.makeID()), appID: app, name: name, content: content, at: environment.now(), validation: validation)
    } catch {
      throw .refused(error)
    }
    return try await insert(campaign)
  }

  /// Changes name and content, if nobody else has changed the campaign since `expectedRevision`.
  ///
  /// A running or paused campaign must stay fit to run; devices get the new content at their next sync, under the next version. A finished
  /// one is history and cannot be changed.
  public func update(
    _ id: CampaignID, app: AppID, expectedRevision: Int, name: String, content: CampaignContent
  ) async throws(AuthoringProblem) -> Campaign {
    let now = environment.now()
    return try await change(id, app: app, expectedRevision: expectedRevision) { campaign throws(CampaignProblem) in
      try campaign.editing(name: name, content: content, at: now, validation: validation)
    }
  }

  /// Launches, pauses, resumes or finishes. Launching and resuming need a campaign that can run; what is missing is in the error.
  public func perform(
    _ action: CampaignAction, on id: CampaignID, app: AppID, expectedRevision: Int? = nil
  ) async throws(AuthoringProblem) -> Campaign {
    let now = environment.now()
    return try await change(id, app: app, expectedRevision: expectedRevision) { campaign throws(CampaignProblem) in
      try campaign.applying(action, at: now, validation: validation)
    }
  }

  /// A draft with the same content and a history of its own.
  public func duplicate(_ id: CampaignID, app: AppID) async throws(AuthoringProblem) -> Campaign {
    let original = try await campaign(id, app: app)
    return try await insert(original.duplicate(id: CampaignID(environment.makeID()), at: environment.now()))
  }

  /// Removes a draft. What was ever launched has been counted, and stays.
  public func deleteDraft(_ id: CampaignID, app: AppID, expectedRevision: Int? = nil) async throws(AuthoringProblem) {
    let campaign = try await campaign(id, app: app)
    if let expectedRevision { try expect(expectedRevision, of: campaign) }
    guard campaign.state == .draft else { throw .cannotDelete(state: campaign.state) }
    do throws(StoreError) {
      try await store.delete(id, app: app, expectedRevision: campaign.revision)
    } catch {
      throw AuthoringProblem(error)
    }
    onChange(app)
  }

  // MARK: -

  private func insert(_ campaign: Campaign) async throws(AuthoringProblem) -> Campaign {
    do throws(StoreError) {
      try await store.insert(campaign)
    } catch {
      throw AuthoringProblem(error)
    }
    onChange(campaign.appID)
    return campaign
  }

  private func change(
    _ id: CampaignID, app: AppID, expectedRevision: Int?, _ transform: (Campaign) throws(CampaignProblem) -> Campaign
  ) async throws(AuthoringProblem) -> Campaign {
    let present = try await campaign(id, app: app)
    if let expectedRevision { try expect(expectedRevision, of: present) }
    let next: Campaign
    do throws(CampaignProblem) {
      next = try transform(present)
    } catch {
      throw .refused(error)
    }
    do throws(StoreError) {
      try await store.update(next, expectedRevision: present.revision)
    } catch {
      throw AuthoringProblem(error)
    }
    onChange(app)
    return next
  }

  private func expect(_ revision: Int, of campaign: Campaign) throws(AuthoringProblem) {
    guard campaign.revision == revision else { throw .conflict }
  }
}

/// Why a campaign was not changed.
public enum AuthoringProblem: Error, Hashable, Sendable {
  case notFound
  /// Somebody changed it since it was read.
  case conflict
  /// It makes no sense in the campaign's state, or the campaign is not fit for it.
  case refused(CampaignProblem)
  /// Only drafts can be deleted.
  case cannotDelete(state: CampaignState)
  case store(StoreError)

  init(_ error: StoreError) {
    switch error {
    case .conflict: self = .conflict
    case .notFound: self = .notFound
    default: self = .store(error)
    }
  }
}
