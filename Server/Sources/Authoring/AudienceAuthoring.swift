// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import Store

/// Everything that a person or a program can do with audiences.
public struct AudienceAuthoring: Sendable {
  let store: any AudienceStore & CampaignStore & PeopleStore
  let environment: Environment
  /// How many people are asked for an estimate.
  let drawing: AudienceSample.Drawing

  /// `drawing` says how many people are asked for an estimate.
  public init(
    store: any AudienceStore & CampaignStore & PeopleStore, environment: Environment,
    drawing: AudienceSample.Drawing = AudienceSample.Drawing()
  ) {
    (self.store, self.environment, self.drawing) = (store, environment, drawing)
  }

  // MARK: - Reading

  /// By name.
  public func audiences(app: AppID) async throws(AudienceAuthoringProblem) -> [Audience] {
    do { return try await store.audiences(app: app) } catch { throw .store(error) }
  }

  public func audience(_ id: AudienceID, app: AppID) async throws(AudienceAuthoringProblem) -> Audience {
    guard let audience = try await audiences(app: app).first(where: { $0.id == id }) else { throw .notFound }
    return audience
  }

  /// What uses an audience, also through other audiences.
  public func uses(of id: AudienceID, app: AppID) async throws(AudienceAuthoringProblem) -> AudienceUses.Users
  {
    try await uses(app: app)[id]
  }

  /// What uses each audience.
  public func uses(app: AppID) async throws(AudienceAuthoringProblem) -> AudienceUses {
    do throws(StoreError) {
      return AudienceUses(
        campaigns: try await store.campaigns(app: app), audiences: try await store.audiences(app: app))
    } catch {
      throw .store(error)
    }
  }

  static func rule(_ json: Wire.JSONValue?) -> AudienceRule? {
    var problems: [Diagnostic] = []
    return json.flatMap { AudienceRule(json: $0, at: "", &problems) }
  }

  // MARK: - Writing

  /// - Parameter rule: nil for a list of user ids, which is empty until one is uploaded.
  public func create(name: String, rule: Wire.JSONValue?, app: AppID) async throws(AudienceAuthoringProblem)
    -> Audience
  {
    let now = environment.now()
    let id = AudienceID(environment.makeID())
    let audience = Audience(
      id: id, appID: app, name: name, rule: rule ?? Audience.listRule(id), createdAt: now, updatedAt: now)
    try check(name)
    _ = try await judged(audience.rule, of: id, among: try await audiences(app: app), app: app)
    try await changing(audience) { () throws(StoreError) in try await store.insert(audience) }
    return audience
  }

  /// Changes name and rule, unless somebody else has changed the audience since `expectedRevision`.
  ///
  /// - Parameter ifUnused: Whether it is only changed while no unfinished campaign uses it, else
  ///   `.inUse`: for whoever may not change running campaigns.
  public func update(
    _ id: AudienceID, name: String, rule: Wire.JSONValue, expectedRevision: Int, ifUnused: Bool = false,
    app: AppID
  ) async throws(AudienceAuthoringProblem) -> Audience {
    let audiences = try await audiences(app: app)
    guard var audience = audiences.first(where: { $0.id == id }) else { throw .notFound }
    guard audience.revision == expectedRevision else { throw .conflict }
    try check(name)
    guard !audience.isList || rule == audience.rule else {
      throw .invalid([
        Diagnostic(
          field: "rule", code: "audience_is_list", message: "This audience is a list of user ids.",
          remedy: "Upload another list, or create another audience.")
      ])
    }
    _ = try await judged(rule, of: id, among: audiences, app: app)
    (audience.name, audience.rule, audience.updatedAt) = (name, rule, environment.now())
    let changed = audience
    try await check(changed)
    do throws(AudienceAuthoringProblem) {
      try await changing(changed) { () throws(StoreError) in
        try await store.update(changed, expectedRevision: expectedRevision, ifUnused: ifUnused)
      }
    } catch {
      throw ifUnused ? try await explained(error, of: id, app: app) { $0.campaigns.isEmpty } : error
    }
    audience.revision += 1
    return audience
  }

  /// Changes who is in a list, and returns how many user ids it has then. Throws `.invalid` if the
  /// audience is no list, or would be too long.
  public func changeList(
    of id: AudienceID, _ change: ListChange, userIDs: [String], ifUnused: Bool = false, app: AppID
  ) async throws(AudienceAuthoringProblem) -> Int {
    guard try await audience(id, app: app).isList else {
      throw .invalid([
        Diagnostic(
          field: "list", code: "audience_is_rule", message: "This audience is a rule, and has no list.",
          remedy: "Create a list of people.")
      ])
    }
    let length: Int?
    do throws(StoreError) {
      length = try await store.changeList(of: id, change, userIDs: userIDs, app: app, ifUnused: ifUnused)
    } catch {
      switch error {
      case .conflict:
        throw ifUnused ? try await explained(.conflict, of: id, app: app) { $0.campaigns.isEmpty } : .conflict
      case .notFound: throw .notFound
      default: throw .store(error)
      }
    }
    guard let length else {
      throw .invalid([
        Diagnostic(
          field: "list", code: "list_too_long",
          message: "The list has more than \(NumberWords.count(Audience.listLength)) user ids.",
          remedy: "Divide it into several lists.")
      ])
    }
    return length
  }

  /// How many user ids the list of an audience has.
  public func listLength(of id: AudienceID, app: AppID) async throws(AudienceAuthoringProblem) -> Int {
    do { return try await store.listLength(of: id, app: app) } catch { throw .store(error) }
  }

  /// Throws `.inUse` while campaigns that are not finished or other audiences use it.
  public func delete(_ id: AudienceID, expectedRevision: Int?, app: AppID)
    async throws(AudienceAuthoringProblem)
  {
    let audience = try await audience(id, app: app)
    if let expectedRevision, expectedRevision != audience.revision { throw .conflict }
    let uses = try await uses(of: id, app: app)
    guard uses.isEmpty else { throw .inUse(uses) }
    do throws(AudienceAuthoringProblem) {
      try await changing(audience) { () throws(StoreError) in
        try await store.deleteAudience(id, app: app, expectedRevision: audience.revision)
      }
    } catch {
      throw try await explained(error, of: id, app: app, isAllowed: \.isEmpty)
    }
  }

  /// A conflict is about what uses the audience, if that is not allowed: something may do so since
  /// it was read.
  private func explained(
    _ error: AudienceAuthoringProblem, of id: AudienceID, app: AppID, isAllowed: (AudienceUses.Users) -> Bool
  ) async throws(AudienceAuthoringProblem) -> AudienceAuthoringProblem {
    guard error == .conflict else { return error }
    let uses = try await uses(of: id, app: app)
    return isAllowed(uses) ? error : .inUse(uses)
  }

  // MARK: -

  /// Throws if something that runs and uses the audience could not be evaluated any more.
  private func check(_ audience: Audience) async throws(AudienceAuthoringProblem) {
    let problems: [Diagnostic]
    do throws(StoreError) {
      problems = AudienceUses.problems(
        of: audience, campaigns: try await store.campaigns(app: audience.appID),
        among: try await store.audiences(app: audience.appID))
    } catch {
      throw .store(error)
    }
    guard problems.isEmpty else { throw .invalid(problems) }
  }

  private func check(_ name: String) throws(AudienceAuthoringProblem) {
    guard !name.hasDirectionMarks else {
      throw .invalid([
        Diagnostic(
          field: "name", code: "name_turns_text", message: String.directionMarksFound,
          remedy: "Type the name anew instead of copying it.")
      ])
    }
    let isBlank = name.allSatisfy(\.isWhitespace)
    guard isBlank || name.count > Audience.nameLength else { return }
    throw .invalid([
      Diagnostic(
        field: "name", code: isBlank ? "name_missing" : "name_too_long",
        message: isBlank
          ? "The audience has no name." : "The name has more than \(Audience.nameLength) characters.",
        remedy: isBlank ? "Add a name." : "Shorten it.")
    ])
  }

  /// - Parameter id: The audience whose rule it becomes; nil for none.
  func judged(
    _ json: Wire.JSONValue, of id: AudienceID?, among audiences: [Audience], app: AppID
  ) async throws(AudienceAuthoringProblem) -> AudienceRule {
    guard Wire.encode(json).count <= Audience.ruleBytes else {
      throw .invalid([
        Diagnostic(
          field: "rule", code: "too_large",
          message: "The rule is longer than \(NumberWords.count(Audience.ruleBytes)) bytes.",
          remedy: "Use fewer conditions.")
      ])
    }
    var problems: [Diagnostic] = []
    guard let rule = AudienceRule(json: json, at: "rule", &problems) else { throw .invalid(problems) }
    if let found = rule.neverTrue(at: "rule") { throw .invalid([found]) }
    var named = audiences.rules
    if let id { named[id] = rule }
    let whole: AudienceRule = id.map { .audience($0) } ?? rule
    if let problem = AudienceIndex([whole], named: named).problems[0] {
      let names = audiences.names
      throw .invalid([problem.diagnostic(at: "rule", names: names)])
    }
    let missing: CampaignID?
    do { missing = try await store.missing(of: rule.campaigns, app: app) } catch { throw .store(error) }
    if let missing { throw .invalid([AudienceProblem.missingCampaign(missing).diagnostic(at: "rule")]) }
    return rule
  }

  private func changing(_ audience: Audience, _ body: () async throws(StoreError) -> Void)
    async throws(AudienceAuthoringProblem)
  {
    do throws(StoreError) {
      try await body()
    } catch {
      switch error {
      case .alreadyExists:
        throw .invalid([
          Diagnostic(
            field: "name", code: "name_taken", message: "Another audience has this name.",
            remedy: "Choose another name.")
        ])
      case .conflict:
        // What it names may have changed since it was judged.
        try await check(audience)
        throw .conflict
      case .notFound: throw .notFound
      default: throw .store(error)
      }
    }
  }
}

/// Why an audience was not changed or counted.
public enum AudienceAuthoringProblem: Error, Equatable, Sendable {
  case notFound
  /// Somebody else has changed it since it was read.
  case conflict
  case invalid([Diagnostic])
  /// Something names it.
  case inUse(AudienceUses.Users)
  case store(StoreError)
}
