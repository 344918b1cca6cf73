// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire
import ServerTestSupport
import Testing

@testable import ReachAPI

/// The translation between the formats, as values.
struct ReachTranslationTests {
  private static let cases =
    ProcessInfo.processInfo.environment["MARTLET_PROPERTY_CASES"].flatMap { Int($0) } ?? 400

  // MARK: - Round trips

  @Test func `what a document says is read back, and writing it again changes nothing`() throws {
    for seed in 0..<Self.cases {
      var chance = SeededGenerator(seed: UInt64(seed))
      let kind = CampaignKind.allCases.randomElement(using: &chance) ?? .polls
      let document = Self.document(kind, &chance)
      var draft = Draft()
      try draft.write(document, as: kind)
      let read = draft.document(kind)
      for field in CampaignField.fields(of: kind) where field.name != "questions" {
        let sent = document[field.name] ?? field.standard
        #expect((read[field.name] ?? .null) == sent, "seed \(seed), \(kind), \(field.name)")
      }
      #expect(draft.kind == kind, "seed \(seed)")
      // As it is stored and read again.
      let stored = try Wire.decode(
        Wire.Campaign.self, from: Wire.encode(Campaign(draft).definition))
      #expect(stored == Campaign(draft).definition, "seed \(seed)")
      var again = draft
      try again.write(read, as: kind)
      #expect(again == draft, "seed \(seed), \(kind)")
      // Another document leaves nothing of this one.
      let other = Self.document(kind, &chance)
      var (fresh, changed) = (Draft(), draft)
      try fresh.write(other, as: kind)
      try changed.write(other, as: kind)
      #expect(
        changed.document(kind).filter { $0.key != "questions" }
          == fresh.document(kind).filter { $0.key != "questions" }, "seed \(seed)")
    }
  }

  /// A random document that is correct.
  private static func document(_ kind: CampaignKind, _ chance: inout SeededGenerator) -> [String: Wire
    .JSONValue]
  {
    func word() -> String {
      ["Spring", "Ätna", "a \"b\"", "{deviceid}", "x"].randomElement(using: &chance) ?? ""
    }
    var document: [String: Wire.JSONValue] = ["name": .string(word())]
    for field in CampaignField.fields(of: kind)
    where document[field.name] == nil && Bool.random(using: &chance) {
      switch (field.name, field.form) {
      case ("notificationImage", _), ("audience", _): break
      case ("localization", _): document["localization"] = ["fr": ["title": .string(word())]]
      case ("payload", _):
        document["payload"] = ["alert": ["title": .string(word()), "body": "${city}"], "badge": 2]
      case ("questions", _):
        document["questions"] = [["title": .string(word()), "choices": [["title": "A"], ["title": "B"]]]]
      case ("notificationOptions", _):
        document["notificationOptions"] = ["bigText": .string(word()), "sound": "ring.caf"]
      case (_, .text): document[field.name] = .string(word())
      case (_, .flag): document[field.name] = .bool(Bool.random(using: &chance))
      case (_, .choice(let choices)):
        document[field.name] = choices.randomElement(using: &chance).map { .string($0) }
      case (_, .texts): document[field.name] = [.string(word())]
      case (_, .time):
        document[field.name] = .string("20\(Int.random(in: 30...60, using: &chance))-07-01T08:30:00Z")
      case (_, .zone):
        document[field.name] = ["Europe/Vienna", "America/New_York", "Asia/Kolkata"].randomElement(
          using: &chance
        ).map { .string($0) }
      default: break
      }
    }
    if kind == .announcements || kind == .dataPushes { document["type"] = document["type"] ?? "text/plain" }
    let delivery = document["deliveryTime"]
    if delivery == "session" { (document["notificationSound"], document["notificationBadge"]) = (nil, nil) }
    if delivery == "background" { document["deliveryActivities"] = nil }
    if document["pushMode"] == "one-shot", document["startTime"] != nil {
      document["timezone"] = "Europe/Vienna"
    }
    return document
  }

  @Test func `every field that a document may have is described in openapi, with its limits`() throws {
    let text = try String(
      contentsOf: Self.server.appending(path: "Sources/AdminAPI/Assets/openapi.yaml"), encoding: .utf8)
    let schema = try #require(
      text.components(separatedBy: "    ReachCampaignInput:\n").last?.components(
        separatedBy: "    ReachTest:"
      ).first)
    let described = schema.split(separator: "\n").filter {
      $0.hasPrefix("        ") && !$0.hasPrefix("         ")
    }
    .map { $0.drop { $0 == " " }.prefix { $0 != ":" } }.map(String.init)
    var names: [String] = []
    for field in CampaignField.all where !names.contains(field.name) { names.append(field.name) }
    #expect(described == names)
    for case let field in CampaignField.all {
      guard case .text(let most) = field.form, field.name != "notificationImage" else { continue }
      #expect(
        schema.contains(
          "        \(field.name): { type: string, \(field.name == "name" ? "minLength: 1, " : "")maxLength: \(most) }"
        ))
    }
  }

  @Test func `the guide has the table of figures, and every field`() throws {
    let guide = try String(
      contentsOf: Self.server.deletingLastPathComponent().appending(path: "docs/moving-from-engagement.md"),
      encoding: .utf8)
    #expect(guide.contains(ReachFigure.markdown))
    for field in CampaignField.all { #expect(guide.contains("`\(field.name)`"), "\(field.name)") }
  }

  @Test func `problems with fields of a campaign have the old names`() {
    #expect(CampaignField.name(of: "push.title", .announcements) == "notificationTitle")
    #expect(
      CampaignField.name(of: "content.questions[0].choices[1].title", .polls)
        == "questions[0].choices[1].title")
    #expect(CampaignField.name(of: "ends_at", .announcements) == "endTime")
    #expect(CampaignField.name(of: "data.body", .dataPushes) == "body")
    #expect(CampaignField.name(of: "push.text", .nativePushes) == "payload.text")
    #expect(CampaignField.name(of: "quiet_hours", .polls) == "quiet_hours")
  }

  // MARK: - Golden documents

  @Test(arguments: ["announcement", "poll", "data-push", "native-push"])
  func `documents become the same campaigns as before`(name: String) throws {
    let kinds: [String: CampaignKind] = [
      "announcement": .announcements, "poll": .polls, "data-push": .dataPushes, "native-push": .nativePushes,
    ]
    let folder = Self.server.appending(path: "Tests/Fixtures/reach")
    let sent = try Wire.decode(
      Wire.JSONValue.self, from: Array(Data(contentsOf: folder.appending(path: name + ".json"))))
    let kind = try #require(kinds[name])
    var draft = Draft()
    try draft.write(sent.fields, as: kind)
    let now = Wire.JSONValue.object([
      "campaign": Campaign(draft).definition.json, "notes": .object(draft.notes),
      "read": .object(draft.document(kind)),
    ])
    let file = folder.appending(path: name + ".translated.json")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data((Self.pretty(now) + "\n").utf8).write(to: file)
    }
    let kept = try Wire.decode(Wire.JSONValue.self, from: Array(Data(contentsOf: file)))
    #expect(kept == now, "Record it with RECORD_GOLDEN=1 if the change is intended.")
  }

  private static func pretty(_ value: Wire.JSONValue) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(Wire.encode(value)))
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  private static let server = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  // MARK: - Markers and times

  @Test(arguments: [
    ("Hello", "Hello"), ("${city}", "{{user.city}}"), ("a ${b_1} c ${D}!", "a {{user.b_1}} c {{user.D}}!"),
    ("{deviceid}", "{deviceid}"),
    ("${", "${"), ("${1a} $ {b} ${}", "${1a} $ {b} ${}"), ("${a${b}", "${a{{user.b}}"), ("${id}", "${id}"),
  ])
  func `markers become templates, and templates markers`(old: String, template: String) {
    #expect(Markers.template(old) == template)
    #expect(Markers.text(template) == old)
  }

  @Test
  func
    `markers inside the app have the server write the campaign for each person, and come back as they were`()
    throws
  {
    let sent: [String: Wire.JSONValue] = [
      "name": "News", "type": "text/plain", "deliveryTime": "session", "notificationTitle": "To ${city}",
      "title": "Hello",
      "body": "You are in ${city}, {deviceid}.", "actionUrl": "shop://${city}", "exitButtonText": "Close",
    ]
    var draft = Draft()
    try draft.write(sent, as: .announcements)
    #expect(draft.content.rules.render == .known(.atDisplay))
    #expect(draft.content.banner?.title == "To {{user.city}}")
    #expect(draft.content.content?.body == "You are in {{user.city}}, {deviceid}.")
    let read = draft.document(.announcements)
    for field in ["notificationTitle", "body", "actionUrl"] { #expect(read[field] == sent[field]) }
    var plain = Draft()
    try plain.write(
      sent.mapValues { $0.string.map { .string($0.replacing("${city}", with: "Vienna")) } ?? $0 },
      as: .announcements)
    #expect(plain.content.rules.render == nil)
  }

  @Test(
    arguments: [
      ("2026-12-24T18:00:00Z", "2026-12-24T18:00:00Z"), ("2026-12-24 18:00Z", "2026-12-24T18:00:00Z"),
      ("2026-12-24 18:00'Z'", "2026-12-24T18:00:00Z"), ("2026-12-24T18:00:00", nil),
      ("2026-13-24T18:00:00Z", nil), ("", nil), ("Z", nil),
      ("2026-12-24T18:00:00+01:00", nil), ("2026-12-24 18:00:00Z", nil), ("next week Z", nil),
    ] as [(String, String?)])
  func `both formats of times are read, and nothing else`(text: String, read: String?) {
    #expect(WallTime(text)?.text == read)
  }

  @Test(arguments: [
    ("2026-07-01T12:00:00Z", "Europe/Vienna", "2026-07-01T10:00:00Z"),
    ("2026-12-01T12:00:00Z", "Europe/Vienna", "2026-12-01T11:00:00Z"),
    ("2026-12-01T12:00:00Z", "Asia/Kolkata", "2026-12-01T06:30:00Z"),
    ("2026-12-01T12:00:00Z", "UTC", "2026-12-01T12:00:00Z"),
    // Clocks show this time twice; the first counts.
    ("2026-10-25T02:30:00Z", "Europe/Vienna", "2026-10-25T00:30:00Z"),
    // Clocks skip this time.
    ("2026-03-29T02:30:00Z", "Europe/Vienna", "2026-03-29T01:30:00Z"),
  ])
  func `a time in a zone is an instant`(text: String, zone: String, utc: String) throws {
    let zone = try #require(Zone.named(zone))
    let instant = try #require(WallTime(text)).instant(in: zone)
    #expect(WallTime(instant, in: .gmt).text == utc)
    if text != "2026-03-29T02:30:00Z" { #expect(WallTime(instant, in: zone).text == text) }
  }

  @Test(
    arguments: [
      (
        "/Subscriptions/S/RESOURCEGROUPS/Test/providers/P/AppCollections/C/Apps/A/Campaigns/datapushes/Test?Q=Apps",
        "/subscriptions/S/resourcegroups/Test/providers/P/appcollections/C/apps/A/campaigns/dataPushes/test?Q=Apps"
      ),
      (
        "/subscriptions/S/resourceGroups/G/providers/P/appcollections/C/apps/A/CampaignsByName/Polls/Activate",
        "/subscriptions/S/resourcegroups/G/providers/P/appcollections/C/apps/A/campaignsByName/polls/Activate"
      ),
      ("/SDK/v1/sync", nil), ("/s", nil), ("/subscriptions/a/b", nil), ("", nil), ("?", nil),
      ("/S?a=/subscriptions/", nil),
    ] as [(String, String?)])
  func `paths are folded where the old service folded them`(path: String, folded: String?) {
    #expect(FoldedPath.of(path) == folded)
  }
}

extension Campaign {
  fileprivate init(_ draft: Draft) {
    let now = Instant(milliseconds: 1_777_800_000_000)
    self.init(
      id: "c", appID: "shop", name: draft.name, content: draft.content, createdAt: now, updatedAt: now)
  }
}
