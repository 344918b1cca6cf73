// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

// The one description of every subject. Rules are written and read by it, and sentences, forms and
// stores look up here what they need to know.

extension AudienceSubject {
  /// What is to be known of one subject.
  public struct Traits: Sendable {
    public let kind: Kind
    /// The fields of a condition that say what is compared.
    public let fields: [String: Wire.JSONValue]
    /// What names it: the keys of an attribute, the id of a campaign, the name of an event. Empty:
    /// nothing does.
    public let names: [String]
    /// Only what happened this long before now counts. nil: everything.
    public let within: Duration?
    public let type: ValueType
    /// The value of people for whom nothing is stored. nil: none.
    public let ofOthers: Value?
    /// In words, for people: `First saw “Spring sale”`.
    public let words: @Sendable (AudienceNames) -> String

    fileprivate init(
      _ kind: Kind, _ fields: [String: Wire.JSONValue], names: [String] = [], within: Duration? = nil,
      _ type: ValueType,
      ofOthers: Value? = nil, words: @escaping @Sendable (AudienceNames) -> String
    ) {
      (self.kind, self.fields, self.names, self.within, self.type) = (kind, fields, names, within, type)
      (self.ofOthers, self.words) = (ofOthers, words)
    }
  }

  public var traits: Traits {
    switch self {
    case .attribute(let path, let isVersion):
      Traits(
        .attribute,
        RuleField<[String]>.keys.written(path, as: .attribute).merging(isVersion ? ["as": "version"] : [:]) {
          first, _ in first
        },
        names: path, .attribute, words: { _ in path.joined(separator: ".") })
    case .fact(let fact):
      Traits(
        .fact, RuleField<AudienceFact>.word.written(fact, as: .fact), fact.traits.type,
        ofOthers: fact.traits.ofOthers,
        words: { _ in fact.label })
    case .activity(let activity):
      Traits(
        .activity, RuleField<AudienceActivity>.activity.written(activity, as: .activity),
        names: activity.name.map { [$0] } ?? [],
        within: activity.within,
        activity.measure.traits.type, ofOthers: activity.measure.traits.ofOthers,
        words: { activity.words($0) })
    case .campaign(let id, let step):
      Traits(
        .campaign, RuleField<(String, AudienceStep)>.campaign.written((id.rawValue, step), as: .campaign),
        names: [id.rawValue], .moment,
        words: { "\(step.label) “\($0.campaigns[id] ?? id.rawValue)”" })
    case .random(let salt):
      Traits(
        .random, RuleField<String>.text.written(salt, as: .random), names: [salt], .share,
        words: { _ in "random number \(salt)" })
    case .list(let id):
      Traits(
        .list, RuleField<String>.text.written(id.rawValue, as: .list), names: [id.rawValue], .yesNo,
        ofOthers: false,
        words: { _ in "user id in the list" })
    }
  }
}

extension AudienceSubject.Kind {
  /// What is to be known of a kind of subjects.
  public struct Traits: Sendable {
    /// Reads a subject from the fields of a condition. nil: what is wrong is noted.
    let read:
      @Sendable (inout RuleFieldReader, _ fields: [String: Wire.JSONValue], _ path: String) ->
        AudienceSubject?
    /// The fields that a condition can have beside that of the kind and those of the comparison.
    let others: Set<String>
    /// What forms offer of it, in their order.
    public let choices: [SubjectChoice]
    /// nil: it is compared. Else a condition holds for those of whom it is true, and has these
    /// words for them and for all others.
    public let statement: (holds: String, fails: String)?

    fileprivate init<Value>(
      _ kind: AudienceSubject.Kind, _ field: RuleField<Value>, choices: [SubjectChoice] = [],
      statement: (holds: String, fails: String)? = nil,
      subject: @escaping @Sendable (Value) -> AudienceSubject
    ) {
      self.init(choices: choices, statement: statement) { reader, fields, path in
        field.read(&reader, fields[kind.rawValue] ?? .null, "\(path).\(kind.rawValue)").map(subject)
      }
    }

    fileprivate init(
      others: Set<String> = [], choices: [SubjectChoice], statement: (holds: String, fails: String)? = nil,
      read: @escaping @Sendable (inout RuleFieldReader, [String: Wire.JSONValue], String) -> AudienceSubject?
    ) {
      (self.others, self.choices, self.statement, self.read) = (others, choices, statement, read)
    }
  }

  /// Whether conditions have a comparison.
  var isCompared: Bool { traits.statement == nil }

  public var traits: Traits {
    switch self {
    case .attribute: .attribute
    case .fact: .fact
    case .activity: .activity
    case .campaign: .campaign
    case .random: .random
    case .list: .list
    }
  }
}

extension AudienceSubject.Kind.Traits {
  fileprivate static let attribute = Self(
    others: ["as"],
    choices: [
      SubjectChoice("attribute", "Attribute", .person, name: .attribute) { names, _ in .attribute(path: names)
      }
    ]
  ) { reader, fields, path in
    guard let keys = RuleField<[String]>.keys.read(&reader, fields["attribute"] ?? .null, path + ".attribute")
    else { return nil }
    guard let form = fields["as"] else { return .attribute(path: keys) }
    guard form == "version" else {
      return reader.refuse(
        path + ".as", "word_unknown", "Attributes can only be read as a version.",
        "Write version, or remove it.")
    }
    return .attribute(path: keys, isVersion: true)
  }

  fileprivate static let fact = Self(
    .fact, RuleField<AudienceFact>.word,
    choices: AudienceFact.allCases.map { fact in
      SubjectChoice("fact:\(fact.rawValue)", fact.label, .person) { _, _ in .fact(fact) }
    }
  ) { .fact($0) }

  /// Surveys have choices of their own, which name questions and answers.
  fileprivate static let activity = Self(
    .activity, .activity,
    choices: AudienceActivity.Kind.logged.map { kind in
      SubjectChoice(
        "count:\(kind.rawValue)", kind.label, .count, name: kind.isNamed ? .event : nil, hasWindow: true
      ) {
        .activity(AudienceActivity(kind, name: kind.isNamed ? $0.first : nil, within: $1))
      }
    }
      + AudienceActivity.Kind.logged.map { kind in
        SubjectChoice(
          "last:\(kind.rawValue)", "Last " + kind.label.lowercased(), .last, name: kind.isNamed ? .event : nil
        ) { names, _ in
          .activity(AudienceActivity(kind, name: kind.isNamed ? names.first : nil, measure: .last))
        }
      }
  ) { .activity($0) }

  fileprivate static let campaign = Self(
    .campaign, .campaign,
    choices: AudienceStep.allCases.map { step in
      SubjectChoice(
        "campaign:\(step.rawValue)", step.label + " the campaign", .campaigns,
        name: .campaign(withConversions: step == .converted)
      ) { names, _ in .campaign(CampaignID(names.first ?? ""), step) }
    }
  ) { .campaign(CampaignID($0), $1) }

  fileprivate static let random = Self(
    .random, .text,
    choices: [
      SubjectChoice("random", "Random share", .person, name: .text(ifBlank: "share")) { names, _ in
        .random(salt: names.first ?? "")
      }
    ]
  ) { .random(salt: $0) }

  fileprivate static let list = Self(
    .list, .text, statement: (holds: "user id is in the list", fails: "user id is not in the list")
  ) {
    .list(AudienceID($0))
  }
}

extension RuleField where Value == (String, AudienceStep) {
  fileprivate static var campaign: RuleField {
    .object(
      (name: "id", field: RuleField<String>.text), (name: "step", field: RuleField<AudienceStep>.word),
      example: "{\"id\": \"…\", \"step\": \"seen\"}")
  }
}
