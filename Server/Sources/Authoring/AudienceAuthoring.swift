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
  public func audiences(app: AppID) async throws(Rejection) -> [Audience] {
    do { return try await store.audiences(app: app) } catch { throw .store(error) }
  }

  public func audience(_ id: AudienceID, app: AppID) async throws(Rejection) -> Audience {
    guard let audience = try await audiences(app: app).first(where: { $0.id == id }) else {
      throw .notFound(.audience)
    }
    return audience
  }

  /// What uses an audience, also through other audiences.
  public func uses(of id: AudienceID, app: AppID) async throws(Rejection) -> AudienceUses.Users {
    try await uses(app: app)[id]
  }

  /// What uses each audience.
  public func uses(app: AppID) async throws(Rejection) -> AudienceUses {
    try await asking { () throws(StoreError) in
      AudienceUses(
        campaigns: try await store.campaigns(app: app), audiences: try await store.audiences(app: app))
    }
  }

  static func rule(_ json: Wire.JSONValue?) -> AudienceRule? {
    var problems: [Diagnostic] = []
    return json.flatMap { AudienceRule(json: $0, at: "", &problems) }
  }

  // MARK: - Writing

  /// - Parameter rule: nil for a list of user ids, which is empty until one is uploaded.
  public func create(name: String, rule: Wire.JSONValue?, app: AppID) async throws(Rejection)
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
  ) async throws(Rejection) -> Audience {
    let audiences = try await audiences(app: app)
    guard var audience = audiences.first(where: { $0.id == id }) else { throw .notFound(.audience) }
    guard audience.revision == expectedRevision else { throw .conflict }
    try check(name)
    guard !audience.isList || rule == audience.rule else {
      throw Self.invalid(
        "rule", "audience_is_list", "This audience is a list of user ids.",
        "Upload another list, or create another audience.")
    }
    _ = try await judged(rule, of: id, among: audiences, app: app)
    (audience.name, audience.rule, audience.updatedAt) = (name, rule, environment.now())
    let changed = audience
    try await check(changed)
    do throws(Rejection) {
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
  ) async throws(Rejection) -> Int {
    guard try await audience(id, app: app).isList else {
      throw Self.invalid(
        "list", "audience_is_rule", "This audience is a rule, and has no list.", "Create a list of people.")
    }
    let length: Int?
    do throws(StoreError) {
      length = try await store.changeList(of: id, change, userIDs: userIDs, app: app, ifUnused: ifUnused)
    } catch {
      switch error {
      case .conflict:
        throw ifUnused ? try await explained(.conflict, of: id, app: app) { $0.campaigns.isEmpty } : .conflict
      case .notFound: throw .notFound(.audience)
      default: throw .store(error)
      }
    }
    guard let length else {
      throw Self.invalid(
        "list", "list_too_long", "The list has more than \(NumberWords.count(Audience.listLength)) user ids.",
        "Divide it into several lists.")
    }
    return length
  }

  /// How many user ids the list of an audience has.
  public func listLength(of id: AudienceID, app: AppID) async throws(Rejection) -> Int {
    do { return try await store.listLength(of: id, app: app) } catch { throw .store(error) }
  }

  /// Throws `.inUse` while campaigns that are not finished or other audiences use it.
  public func delete(_ id: AudienceID, expectedRevision: Int?, app: AppID)
    async throws(Rejection)
  {
    let audience = try await audience(id, app: app)
    if let expectedRevision, expectedRevision != audience.revision { throw .conflict }
    let uses = try await uses(of: id, app: app)
    guard uses.isEmpty else { throw .inUse(uses) }
    do throws(Rejection) {
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
    _ error: Rejection, of id: AudienceID, app: AppID, isAllowed: (AudienceUses.Users) -> Bool
  ) async throws(Rejection) -> Rejection {
    guard error == .conflict else { return error }
    let uses = try await uses(of: id, app: app)
    return isAllowed(uses) ? error : .inUse(uses)
  }

  // MARK: -

  /// Throws if something that runs and uses the audience could not be evaluated any more.
  private func check(_ audience: Audience) async throws(Rejection) {
    let problems = try await asking { () throws(StoreError) in
      AudienceUses.problems(
        of: audience, campaigns: try await store.campaigns(app: audience.appID),
        among: try await store.audiences(app: audience.appID))
    }
    guard problems.isEmpty else { throw .invalid(.audience, problems) }
  }

  private func check(_ name: String) throws(Rejection) {
    guard !name.hasDirectionMarks else {
      throw Self.invalid(
        "name", "name_turns_text", String.directionMarksFound, "Type the name anew instead of copying it.")
    }
    let isBlank = name.allSatisfy(\.isWhitespace)
    guard isBlank || name.count > Audience.nameLength else { return }
    throw Self.invalid(
      "name", isBlank ? "name_missing" : "name_too_long",
      isBlank ? "The audience has no name." : "The name has more than \(Audience.nameLength) characters.",
      isBlank ? "Add a name." : "Shorten it.")
  }

  /// - Parameter id: The audience whose rule it becomes; nil for none.
  func judged(
    _ json: Wire.JSONValue, of id: AudienceID?, among audiences: [Audience], app: AppID
  ) async throws(Rejection) -> AudienceRule {
    guard Wire.encode(json).count <= Audience.ruleBytes else {
      throw Self.invalid(
        "rule", "too_large", "The rule is longer than \(NumberWords.count(Audience.ruleBytes)) bytes.",
        "Use fewer conditions.")
    }
    var problems: [Diagnostic] = []
    guard let rule = AudienceRule(json: json, at: "rule", &problems) else {
      throw .invalid(.audience, problems)
    }
    if let found = rule.neverTrue(at: "rule") { throw .invalid(.audience, [found]) }
    var named = audiences.rules
    if let id { named[id] = rule }
    let whole: AudienceRule = id.map { .audience($0) } ?? rule
    if let problem = AudienceIndex([whole], named: named).problems[0] {
      let names = audiences.names
      throw .invalid(.audience, [problem.diagnostic(at: "rule", names: names)])
    }
    let missing: CampaignID?
    do { missing = try await store.missing(of: rule.campaigns, app: app) } catch { throw .store(error) }
    if let missing {
      throw .invalid(.audience, [AudienceProblem.missingCampaign(missing).diagnostic(at: "rule")])
    }
    return rule
  }

  private static func invalid(_ field: String, _ code: String, _ message: String, _ remedy: String)
    -> Rejection
  {
    .invalid(.audience, [Diagnostic(field: field, code: code, message: message, remedy: remedy)])
  }

  private func changing(_ audience: Audience, _ body: () async throws(StoreError) -> Void)
    async throws(Rejection)
  {
    do throws(StoreError) {
      try await body()
    } catch {
      switch error {
      case .alreadyExists:
        throw Self.invalid(
          "name", "name_taken", "Another audience has this name.", "Choose another name.")
      case .conflict:
        // What it names may have changed since it was judged.
        try await check(audience)
        throw .conflict
      case .notFound: throw .notFound(.audience)
      default: throw .store(error)
      }
    }
  }
}
