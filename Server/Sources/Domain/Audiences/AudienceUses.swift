// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What uses each audience: campaigns that are not finished, and other audiences. Also through
/// other audiences, because whoever changes an audience changes whom all of these are for.
public struct AudienceUses: Sendable {
  public struct Users: Equatable, Sendable {
    public var campaigns: [Campaign] = []
    public var audiences: [Audience] = []

    public init(campaigns: [Campaign] = [], audiences: [Audience] = []) {
      (self.campaigns, self.audiences) = (campaigns, audiences)
    }

    public var isEmpty: Bool { campaigns.isEmpty && audiences.isEmpty }
  }

  private var users: [AudienceID: Users] = [:]

  /// - Parameters:
  ///   - campaigns: All of the app.
  ///   - audiences: All of the app.
  public init(campaigns: [Campaign], audiences: [Audience]) {
    let named = audiences.rules.mapValues(\.audiences)
    for campaign in campaigns where campaign.state != .finished {
      let own = campaign.content.audienceRules.reduce(into: Set<AudienceID>()) {
        $0.formUnion($1.rule.audiences)
      }
      for id in Self.reached(from: own, named) { users[id, default: Users()].campaigns.append(campaign) }
    }
    for audience in audiences {
      // A list names itself.
      for id in Self.reached(from: named[audience.id] ?? [], named) where id != audience.id {
        users[id, default: Users()].audiences.append(audience)
      }
    }
  }

  public subscript(_ id: AudienceID) -> Users { users[id] ?? Users() }

  /// These audiences, and all that they name.
  private static func reached(from ids: Set<AudienceID>, _ named: [AudienceID: Set<AudienceID>]) -> Set<
    AudienceID
  > {
    var (reached, open) = (ids, Array(ids))
    while let id = open.popLast() {
      for next in named[id] ?? [] where reached.insert(next).inserted { open.append(next) }
    }
    return reached
  }

  /// Why an audience cannot become like this: its own rule could not be evaluated, or that of
  /// something that runs and uses it.
  ///
  /// - Parameters:
  ///   - campaigns: All of the app.
  ///   - audiences: All of the app, with the audience as it was.
  public static func problems(of audience: Audience, campaigns: [Campaign], among audiences: [Audience])
    -> [Diagnostic]
  {
    let before = audiences.rules
    var after = before
    after[audience.id] = audience.parsed
    let names = (audiences.filter { $0.id != audience.id } + [audience]).names
    if let problem = AudienceIndex([.audience(audience.id)], named: after).problems[0] {
      return [problem.diagnostic(at: "rule", names: names)]
    }
    let users = AudienceUses(campaigns: campaigns, audiences: audiences)[audience.id]
    let rules =
      users.audiences.map { (name: $0.name, rule: AudienceRule.audience($0.id)) }
      + users.campaigns.filter { $0.state != .draft }.flatMap { campaign in
        campaign.content.audienceRules.map { (name: campaign.name, rule: $0.rule) }
      }
    let known = AudienceIndex(rules.map(\.rule), named: before).problems
    // What could not be evaluated before keeps nobody from changing anything.
    let new = AudienceIndex(rules.map(\.rule), named: after).problems.filter { known[$0.key] == nil }
    guard let (place, problem) = new.min(by: { $0.key < $1.key }) else { return [] }
    var diagnostic = problem.diagnostic(at: "rule", names: names)
    diagnostic.message = "In “\(rules[place].name)”, which uses this audience: \(diagnostic.message)"
    return [diagnostic]
  }
}
