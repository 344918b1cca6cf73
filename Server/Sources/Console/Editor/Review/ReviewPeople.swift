// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// What the review says about the people of a campaign: whom its notification reaches, and who
/// lacks a value of its texts.
struct ReviewPeople: Hashable {
  /// `A notification reaches 12 of 420 people.` nil: it has none.
  var reachable: String?
  /// `28 of 420 people have no value for user.first_name, so they do not get it.` nil: nobody lacks
  /// any.
  var lacking: String?
}

extension Console {
  /// Counts people, or asks some of them if there are many. Nothing while the store is unavailable:
  /// the form must still come back.
  func reviewPeople(_ content: CampaignContent, app: AppID) async -> ReviewPeople {
    var people = ReviewPeople()
    let audience = content.audience.flatMap { json in
      var problems: [Diagnostic] = []
      return AudienceRule(json: json, at: "audience", &problems)
    }
    // A rule that cannot be read is a problem of its own.
    guard content.audience == nil || audience != nil else { return people }
    let everybody = audience ?? .everybody
    if content.push != nil, let count = try? await audiences.quickCount(everybody.json, app: app) {
      let words = AudienceCountPart(count, isForm: false)
      people.reachable = "A notification reaches \(words.reachable) of \(words.people.lowercased()) people."
    }
    let required = authoring.valuesRequired(by: content)
    let having = required.compactMap { name -> AudienceRule? in
      let path = name.split(separator: ".").map(String.init)
      guard path.count > 1, path[0] == "user" else { return nil }
      let subject: AudienceSubject =
        path == ["user", "id"] ? .fact(.userID) : .attribute(path: Array(path.dropFirst()))
      return .condition(AudienceCondition(subject, .exists))
    }
    guard !having.isEmpty,
      let lacking = try? await audiences.quickCount(
        AudienceRule.all([everybody, .not(.all(having))]).json, app: app),
      let all = try? await audiences.quickCount(everybody.json, app: app)
    else { return people }
    let (few, many) = (AudienceCountPart(lacking, isForm: false), AudienceCountPart(all, isForm: false))
    let names = required.filter { $0.hasPrefix("user.") }.listed("or")
    people.lacking =
      few.isNobody
      ? nil
      : "\(few.people) of \(many.people.lowercased()) people have no value for \(names), so they do not get it."
    return people
  }

  /// What keeps the campaign from being launched in this app, whatever is written in the form.
  func appProblems(_ reading: FormReading, app: AppID) async -> [FormProblem] {
    guard let found = try? await authoring.launchProblems(content: reading.content, app: app) else {
      return []
    }
    return zip(found, reading.problems(found)).map { diagnostic, problem in
      var problem = problem
      problem.elsewhere = diagnostic.page
      return problem
    }
  }
}

extension Diagnostic {
  /// The page on which it is solved, if that is not the editor.
  var page: String? { code == Diagnostic.pushKeyMissing.code ? SettingsSection.push.path : nil }
}
