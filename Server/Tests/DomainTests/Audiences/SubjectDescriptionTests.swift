// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("The description of subjects")
struct SubjectDescriptionTests {
  private static let subjects: [AudienceSubject] =
    SubjectChoice.all.map { $0.subject($0.name == nil ? [] : ["x"], $0.hasWindow ? .seconds(86_400) : nil) }
    + [.list("x")]

  @Test func `what forms offer has an id of its own, and is found again by the subject that it gives`() {
    #expect(Set(SubjectChoice.all.map(\.id)).count == SubjectChoice.all.count)
    for choice in SubjectChoice.all {
      let subject = choice.subject(choice.name == nil ? [] : ["x"], choice.hasWindow ? .seconds(86_400) : nil)
      #expect(SubjectChoice.of(subject)?.id == choice.id)
      #expect(
        subject.traits.names == (choice.name == nil ? [] : ["x"])
          && (subject.traits.within != nil) == choice.hasWindow)
    }
  }

  @Test(arguments: subjects)
  func `every subject is in a rule what it was, under the word of its kind`(subject: AudienceSubject) throws {
    // What is not compared is true.
    let condition = AudienceCondition(subject, subject.kind.traits.statement == nil ? .exists : .equals(true))
    let rule = AudienceRule.condition(condition)
    var problems: [Diagnostic] = []
    #expect(subject.traits.fields.keys.contains(subject.kind.rawValue))
    #expect(AudienceRule(json: rule.json, at: "rule", &problems) == rule && problems == [])
  }

  @Test(arguments: subjects)
  func `a comparison with a value of another type is refused`(subject: AudienceSubject) throws {
    guard let family = subject.traits.type.family, subject.kind.traits.statement == nil else { return }
    let others: [Value] = [1, "1.0", true, .date(Instant(milliseconds: 0))]
    for value in others {
      var problems: [Diagnostic] = []
      let rule = AudienceRule.condition(AudienceCondition(subject, .equals(value)))
      #expect((AudienceRule(json: rule.json, at: "rule", &problems) != nil) == (value.family == family))
      #expect(problems.allSatisfy { $0.code == "value_wrong_type" && $0.field == "rule.value" })
    }
  }

  @Test func `who has nothing stored has what the description says`() {
    for subject in Self.subjects {
      let isMissing = AudienceRule.condition(AudienceCondition(subject, .doesNotExist))
      let named: [AudienceID: AudienceRule] = ["x": .everybody]
      let matches = AudienceIndex([isMissing], named: named).matches(
        PersonFacts(), at: Instant(milliseconds: 0))
      #expect(matches == [subject.traits.ofOthers == nil])
    }
  }
}
