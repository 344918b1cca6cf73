// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
import Personalisation
public import Store

/// Everything that a person or a program can do with campaigns. The console and the management API
/// both use it, so each can do exactly what the other can.
public struct CampaignAuthoring: Sendable {
  let store: any CampaignStore & CampaignHistoryStore & AudienceStore
  private let pushKeys: (any PushKeyStore)?
  private let environment: Environment
  private let validation: CampaignValidation
  /// Judges everything but templates.
  private let plainValidation: CampaignValidation

  /// - Parameter pushKeys: Where the APNs keys are, without which no campaign with nothing but a
  ///   push is launched. nil: that is not checked.
  public init(
    store: any CampaignStore & CampaignHistoryStore & AudienceStore, pushKeys: (any PushKeyStore)? = nil,
    environment: Environment
  ) {
    self.store = store
    self.pushKeys = pushKeys
    self.environment = environment
    validation = CampaignValidation(environment: environment) { TemplateProblems(of: $0).diagnostics }
    plainValidation = CampaignValidation(environment: environment)
  }

  // MARK: - Reading

  public func campaigns(app: AppID) async throws(Rejection) -> [Campaign] {
    do { return try await store.campaigns(app: app) } catch { throw .store(error) }
  }

  public func campaign(_ id: CampaignID, app: AppID) async throws(Rejection) -> Campaign {
    let campaign = try await asking { () throws(StoreError) in try await store.campaign(id, app: app) }
    guard let campaign else { throw .notFound(.campaign) }
    return campaign
  }

  /// All errors and warnings, as if the campaign were launched now.
  ///
  /// - Parameter present: The stored campaign that would be changed; nil for a new one.
  public func diagnostics(name: String, content: CampaignContent, of present: Campaign? = nil) -> [Diagnostic]
  {
    let now = environment.now()
    let divided = present.flatMap(Self.divided)
    let problems = divided.flatMap { content.experiment?.problems(following: $0) } ?? []
    return problems
      + validation.diagnostics(name: name, content: prepared(content, following: divided, at: now), at: now)
  }

  /// What prevents a launch now beside `diagnostics`: an audience that is not there, or nothing but
  /// a push and no APNs key in the app. A campaign that also shows something in the app only gets a
  /// warning about the key.
  public func launchProblems(content: CampaignContent, app: AppID) async throws(Rejection)
    -> [Diagnostic]
  {
    try await audienceProblems(content, app) + pushProblems(content, app)
  }

  /// An audience or a campaign that is not there, or a circle of audiences.
  private func audienceProblems(_ content: CampaignContent, _ app: AppID) async throws(Rejection)
    -> [Diagnostic]
  {
    let rules = content.audienceRules
    return try await asking { () throws(StoreError) in
      var found: [Diagnostic] = []
      if rules.contains(where: { !$0.rule.audiences.isEmpty }) {
        let audiences = try await store.audiences(app: app)
        let problems = AudienceIndex(rules.map(\.rule), named: audiences.rules).problems
        found = rules.indices.compactMap {
          problems[$0]?.diagnostic(at: rules[$0].field, names: audiences.names)
        }
      }
      let surveys = content.conversionRules.enumerated().compactMap { place, rule in
        rule.activity.survey.map { (Set([$0]), "conversions[\(place)].event") }
      }
      for (ids, field) in rules.map({ ($0.rule.campaigns, $0.field) }) + surveys {
        guard let id = try await store.missing(of: ids, app: app) else { continue }
        found.append(AudienceProblem.missingCampaign(id).diagnostic(at: field))
      }
      return found
    }
  }

  private func pushProblems(_ content: CampaignContent, _ app: AppID) async throws(Rejection)
    -> [Diagnostic]
  {
    guard content.push != nil, let pushKeys else { return [] }
    return try await asking { () throws(StoreError) in
      var missing = Diagnostic.pushKeyMissing
      if content.content != nil { missing.severity = .warning }
      return try await pushKeys.pushKeys(app: app).isEmpty ? [missing] : []
    }
  }

  /// What the server reads of a person to write what the campaign shows or sends, sorted:
  /// attributes for what it renders at display, attributes and `event.KEY` for notifications. Which
  /// of it a device may get is decided by `DeviceTrust`.
  public func attributesRead(by content: CampaignContent) -> [String] {
    content.wordings.reduce(into: Set<String>()) { found, wording in
      if content.rules.render != nil { found.formUnion(CampaignTemplate(wording.content).attributeKeys) }
      guard let push = wording.content.push.map(PushTemplate.init) else { return }
      found.formUnion(push.attributeKeys.union(push.eventValues))
    }.sorted()
  }

  /// Names of the values without which nobody gets the campaign, such as `user.first_name`, sorted.
  /// Empty if it is not personalised.
  public func valuesRequired(by content: CampaignContent) -> [String] {
    guard content.rules.render != nil else { return [] }
    let nothing = TemplateValues(
      userID: nil, attributes: [:], event: [String: Wire.JSONValue](), device: Wire.Device(id: ""))
    return CampaignTemplate(content).missing(nothing).sorted()
  }

  // MARK: - Writing

  /// Creates a draft. It may be incomplete; completeness is checked at launch.
  public func create(app: AppID, name: String, content: CampaignContent, by author: Author)
    async throws(Rejection) -> Campaign
  {
    let campaign: Campaign
    do throws(CampaignProblem) {
      campaign = try Campaign.draft(
        id: CampaignID(environment.makeID()), appID: app, name: name,
        content: prepared(withExperimentID(content, present: nil), following: nil, at: environment.now()),
        at: environment.now(),
        validation: validation)
    } catch {
      throw Rejection(error)
    }
    return try await insert(campaign, by: author)
  }

  /// Changes name and content, unless somebody else has changed the campaign since
  /// `expectedRevision`.
  ///
  /// A running or paused campaign must stay valid. Devices get the new content under the next
  /// version, at their next sync. A finished campaign cannot be changed.
  ///
  /// - Parameter isAutomatic: Whether the editor saves by itself. Several such saves become one
  ///   version (`AutomaticSave`).
  public func update(
    _ id: CampaignID, app: AppID, expectedRevision: Int, name: String, content: CampaignContent,
    by author: Author,
    isAutomatic: Bool = false
  ) async throws(Rejection) -> Campaign {
    let snapshot = CampaignSnapshot(name: name, content: content)
    return try await write(
      snapshot, to: id, app: app, expectedRevision: expectedRevision, as: .edited, by: author,
      isAutomatic: isAutomatic)
  }

  /// Puts back the name and content that the campaign had from the change with that number on,
  /// unless somebody else has changed the campaign since `expectedRevision`. It is a new change,
  /// and follows the rules of `update` as they are today. Nothing changes if the campaign is the
  /// same already.
  public func restore(
    _ number: Int, of id: CampaignID, app: AppID, expectedRevision: Int, by author: Author
  ) async throws(Rejection) -> Campaign {
    let present = try await campaign(id, app: app)
    try expect(expectedRevision, of: present)
    guard present.state != .finished else { throw .cannotEdit(state: present.state) }
    let version = try await version(number, of: present)
    guard version.snapshot != present.snapshot else { return present }
    return try await write(
      version.snapshot, to: id, app: app, expectedRevision: expectedRevision,
      as: .restored(from: version.number), by: author)
  }

  /// - Parameters:
  ///   - isAutomatic: Whether an editor saved it by itself.
  ///   - winner: The variant that everybody gets from now on, when the server has chosen it.
  ///   - hasSameTexts: Whether all texts stay as they are. Then a template that an earlier version
  ///     of the server launched is not refused now.
  func write(
    _ snapshot: CampaignSnapshot, to id: CampaignID, app: AppID, expectedRevision: Int,
    as kind: CampaignChange.Kind, by author: Author,
    isAutomatic: Bool = false, winner: String? = nil, hasSameTexts: Bool = false
  ) async throws(Rejection) -> Campaign {
    let now = environment.now()
    let present = try await campaign(id, app: app)
    let divided = Self.divided(present)
    let identified = withExperimentID(snapshot.content, present: present.content)
    let problems = divided.flatMap { identified.experiment?.problems(following: $0) } ?? []
    guard problems.isEmpty else { throw .invalid(.campaign, problems) }
    var content = prepared(identified, following: divided, at: now)
    if let winner { content.experiment?.winner = winner }
    if present.state == .running || present.state == .paused {
      let problems = try await audienceProblems(content, app)
      guard problems.isEmpty else { throw .invalid(.campaign, problems) }
    }
    return try await change(
      id, app: app, expectedRevision: expectedRevision, as: kind, by: author, isAutomatic: isAutomatic
    ) {
      [content] campaign throws(CampaignProblem) in
      try campaign.editing(
        name: snapshot.name, content: content, at: now,
        validation: hasSameTexts ? plainValidation : validation)
    }
  }

  /// Launches, pauses, resumes or finishes a campaign. Launching and resuming require a campaign
  /// that can run; the error says what is missing.
  public func perform(
    _ action: CampaignAction, on id: CampaignID, app: AppID, expectedRevision: Int? = nil, by author: Author
  ) async throws(Rejection) -> Campaign {
    let now = environment.now()
    if action == .launch || action == .resume {
      let problems = try await launchProblems(content: campaign(id, app: app).content, app: app).filter {
        $0.severity == .error
      }
      guard problems.isEmpty else { throw .invalid(.campaign, problems) }
    }
    return try await change(
      id, app: app, expectedRevision: expectedRevision, as: .performed(action), by: author
    ) {
      campaign throws(CampaignProblem) in
      try campaign.applying(action, at: now, validation: validation)
    }
  }

  /// Creates a draft with the same content and its own history.
  public func duplicate(_ id: CampaignID, app: AppID, by author: Author) async throws(Rejection)
    -> Campaign
  {
    let original = try await campaign(id, app: app)
    var copy = original.duplicate(id: CampaignID(environment.makeID()), at: environment.now())
    // A copy divides people anew.
    copy.content.experiment?.id = ""
    copy.content = prepared(withExperimentID(copy.content, present: nil), following: nil, at: copy.createdAt)
    return try await insert(copy, by: author)
  }

  /// Deletes a draft. A campaign that was ever launched has counts and cannot be deleted, and
  /// neither can one that a rule names.
  public func deleteDraft(_ id: CampaignID, app: AppID, expectedRevision: Int? = nil)
    async throws(Rejection)
  {
    let campaign = try await campaign(id, app: app)
    if let expectedRevision { try expect(expectedRevision, of: campaign) }
    guard campaign.state == .draft else { throw .cannotDelete(state: campaign.state) }
    if let user = try await nameOfUser(of: id, app: app) {
      throw .invalid(
        .campaign,
        [
          Diagnostic(
            field: "", code: "campaign_in_use", message: "A rule of “\(user)” names this campaign.",
            remedy: "Change that rule first.")
        ])
    }
    do throws(StoreError) {
      try await store.delete(id, app: app, expectedRevision: campaign.revision)
    } catch {
      throw Rejection(error, of: .campaign)
    }
  }

  // MARK: -

  /// What has a rule that names the campaign: an audience, or another campaign that is not
  /// finished. nil: nothing.
  private func nameOfUser(of id: CampaignID, app: AppID) async throws(Rejection) -> String? {
    try await asking { () throws(StoreError) in
      let audience = try await store.audiences(app: app).first { $0.parsed?.campaigns.contains(id) == true }
      if let audience { return audience.name }
      return try await store.campaigns(app: app).first { other in
        other.id != id && other.state != .finished
          && (other.content.audienceRules.contains { $0.rule.campaigns.contains(id) }
            || other.content.conversionRules.contains { $0.activity.survey == id })
      }?.name
    }
  }

  /// The content with an id for its experiment: the present one, or a new one.
  private func withExperimentID(_ content: CampaignContent, present: CampaignContent?) -> CampaignContent {
    guard let id = content.experiment?.id, id.isEmpty || id == Wire.Experiment.newID else { return content }
    var content = content
    content.experiment?.id = (id.isEmpty ? present?.experiment?.id : nil) ?? environment.makeID()
    return content
  }

  /// The experiment by which people are divided already. nil: none.
  private static func divided(_ campaign: Campaign) -> Wire.Experiment? {
    campaign.state == .draft ? nil : campaign.content.experiment
  }

  /// The content with what only the server writes of its experiment.
  private func prepared(_ content: CampaignContent, following present: Wire.Experiment?, at now: Instant)
    -> CampaignContent
  {
    var content = content
    content.experiment = content.experiment?.following(present, at: now)
    return content
  }

  private func insert(_ campaign: Campaign, by author: Author) async throws(Rejection) -> Campaign {
    do throws(StoreError) {
      try await store.insert(campaign, by: author)
    } catch {
      throw Rejection(error, of: .campaign)
    }
    return campaign
  }

  private func change(
    _ id: CampaignID, app: AppID, expectedRevision: Int?, as kind: CampaignChange.Kind, by author: Author,
    isAutomatic: Bool = false, _ transform: (Campaign) throws(CampaignProblem) -> Campaign
  ) async throws(Rejection) -> Campaign {
    let present = try await campaign(id, app: app)
    if let expectedRevision { try expect(expectedRevision, of: present) }
    let next: Campaign
    do throws(CampaignProblem) {
      next = try transform(present)
    } catch {
      throw Rejection(error)
    }
    do throws(StoreError) {
      try await store.update(
        next, expectedRevision: present.revision, as: kind, by: author, isAutomatic: isAutomatic)
    } catch {
      // An audience may have changed since it was judged.
      if error == .conflict, next.state == .running || next.state == .paused {
        let problems = try await audienceProblems(next.content, app)
        guard problems.isEmpty else { throw .invalid(.campaign, problems) }
      }
      throw Rejection(error, of: .campaign)
    }
    return next
  }

  private func expect(_ revision: Int, of campaign: Campaign) throws(Rejection) {
    guard campaign.revision == revision else { throw .conflict }
  }
}
