// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A subject as forms offer it: its name and window are still to be given.
public struct SubjectChoice: Sendable {
  /// The value of the choice in a form: `count:purchase`.
  public let id: String
  /// For people: `Purchase`.
  public let label: String
  public let group: Group
  /// What its name is. nil: it has none.
  public let name: Name?
  /// Whether only the last days can count.
  public let hasWindow: Bool
  /// The subject with these names and this window, where it has them (`AudienceSubject.Traits`).
  public let subject: @Sendable (_ names: [String], _ within: Duration?) -> AudienceSubject
  /// What its values are.
  public let type: AudienceSubject.ValueType

  /// The heading above choices, in the order of a form.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    case person = "About the person"
    case count = "How often"
    case last = "When last"
    case campaigns = "Campaigns"
    case audiences = "Other audiences"
  }

  public enum Name: Hashable, Sendable {
    /// The keys of an attribute.
    case attribute
    /// The name of an event or a screen, or the product id. None: any.
    case event
    /// One of the app's campaigns.
    case campaign(withConversions: Bool)
    /// A text of the author's own.
    case text(ifBlank: String)
  }

  init(
    _ id: String, _ label: String, _ group: Group, name: Name? = nil, hasWindow: Bool = false,
    subject: @escaping @Sendable (_ names: [String], _ within: Duration?) -> AudienceSubject
  ) {
    (self.id, self.label, self.group, self.name, self.hasWindow) = (id, label, group, name, hasWindow)
    self.subject = subject
    type = subject([], nil).traits.type
  }

  /// In the order of a form.
  public static let all: [SubjectChoice] = {
    let choices = AudienceSubject.Kind.allCases.flatMap(\.traits.choices)
    return Group.allCases.flatMap { group in choices.filter { $0.group == group } }
  }()

  /// The choice that gives the subject; nil if none does.
  public static func of(_ subject: AudienceSubject) -> SubjectChoice? {
    let traits = subject.traits
    return all.first { $0.subject(traits.names, traits.within) == subject }
  }
}
