// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

extension Wire.Campaign {
  /// The audiences whose members' coming and going the campaign waits for, as triggers or as
  /// exceptions, with the fields that name them.
  public var triggerAudiences: [(id: AudienceID, field: String)] {
    triggers.audiences(at: "triggers") + rules.exceptions.audiences(at: "exceptions")
  }

  /// The rules that say whom it is for or whose coming and going it waits for, with the fields that
  /// have them. A rule that this version cannot read is left out.
  public var audienceRules: [(rule: AudienceRule, field: String)] {
    var problems: [Diagnostic] = []
    let own =
      audience.flatMap { AudienceRule(json: $0, at: "audience", &problems) }.map { [($0, "audience")] } ?? []
    return triggerAudiences.map { (.audience($0.id), $0.field) } + own
  }
}

extension CampaignContent {
  /// Its triggers and exceptions with the names of audiences in place of their ids, for people to
  /// read.
  public func naming(_ audiences: [AudienceID: String]) -> CampaignContent {
    var named = self
    named.triggers = self.triggers.map { $0.naming(audiences) }
    named.rules.exceptions = self.rules.exceptions.map { $0.naming(audiences) }
    return named
  }
}

extension Campaign {
  /// With the names of audiences in place of their ids, for people to read.
  public func naming(_ audiences: [AudienceID: String]) -> Campaign {
    var named = self
    named.content = content.naming(audiences)
    return named
  }
}

extension Wire.Trigger {
  /// nil if it waits for something else, or names none yet.
  fileprivate var audience: AudienceID? {
    guard kind.known?.traits.category?.namesAudience == true else { return nil }
    return name.flatMap { $0.isEmpty ? nil : AudienceID($0) }
  }

  fileprivate func naming(_ audiences: [AudienceID: String]) -> Wire.Trigger {
    var named = self
    if let audience, let name = audiences[audience] { named.name = "“\(name)”" }
    named.triggers = triggers.map { $0.naming(audiences) }
    return named
  }
}

extension [Wire.Trigger] {
  fileprivate func audiences(at path: String) -> [(id: AudienceID, field: String)] {
    enumerated().flatMap { number, trigger in
      let own = trigger.audience.map { [($0, "\(path)[\(number)].name")] } ?? []
      return own + trigger.triggers.audiences(at: "\(path)[\(number)].triggers")
    }
  }
}
