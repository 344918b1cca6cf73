// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import MartletWire
import ServerTestSupport
import StoreSQLite
import Testing

@testable import Console

/// The rules of delivery in the editor: every field, every way there and back.
struct RulesFormTests {
  private static let inQuestion = CampaignContent(
    triggers: [
      Wire.Trigger(
        kind: .known(.count), triggers: [Wire.Trigger(kind: .known(.customEvent), name: "cart_viewed")],
        times: 3, match: .known(.exactly),
        within: Wire.HistoryWindow(type: .known(.last), milliseconds: 604_800_000))
    ],
    message: Wire.Message(kind: .known(.modal), header: "Still thinking?", message: "Your cart is waiting."),
    rules: Wire.DeliveryRules(
      endsAtLocal: "2026-12-31T18:00:00", delayMilliseconds: 7_200_000,
      exceptions: [Wire.Trigger(kind: .known(.customEvent), name: "purchase_done")],
      reEligibility: Wire.ReEligibility(type: .known(.once)))
  )

  @Test func `whatever a server can hold comes back from its form as it was, as a browser sends it`() {
    for seed in 0..<UInt64(TestCases.properties(150, full: 3_000)) {
      var random = RandomContents(seed: seed)
      let content = random.content()
      let form = CampaignForm(name: "Name", content: content)
      #expect(CampaignForm(form.fields) == form, "seed \(seed)")
      let reading = CampaignForm(form.fields).reading(over: content)
      #expect(reading.content == content, "seed \(seed)")
      #expect(reading.misreadings == [], "seed \(seed)")
      if reading.content != content || !reading.misreadings.isEmpty { return }
    }
  }

  @Test func `a kind that is changed there and back, saved each time, has lost nothing`() {
    for seed in 0..<UInt64(TestCases.properties(40, full: 1_000)) {
      var random = RandomContents(seed: seed)
      let before = random.content()
      var content = before
      for kind in Wire.Message.Kind.allCases.map(\.rawValue) + [before.editedMessage.kind.rawValue] {
        var form = CampaignForm(CampaignForm(name: "Name", content: content).fields)
        form["kind"] = kind
        content = form.reading(over: content).content
      }
      // An empty text is none.
      var (after, expected) = (content.editedMessage, before.editedMessage)
      if expected.message == "" { (after.message, expected.message) = (after.message ?? "", "") }
      #expect(after == expected, "seed \(seed)")
      if after != expected { return }
    }
  }

  @Test func `the sentence of the review says when, how often, how late and unless`() {
    let reading = CampaignForm(name: "n", content: Self.inQuestion).reading(over: Self.inQuestion)
    #expect(
      CampaignReview(reading, problems: [], isLaunched: false).sentence
        == "Shows the modal “Still thinking?” once per person, 2 hours after the 3rd cart_viewed within 7 days, unless purchase_done happens, "
        + "from launch until 31 Dec 2026, 18:00 local time.")
  }

  @Test func `what somebody begins is shown once to each person; what is there stays as it is`() {
    #expect(
      CampaignForm().reading().content.rules
        == Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.once))))
    let stored = Samples.welcome.content
    #expect(
      CampaignForm(name: "", content: stored).reading(over: stored).content.rules == Wire.DeliveryRules())
  }

  @Test(arguments: RuleField.all.indices)
  func `each field of the rules leads to its part of the campaign`(_ index: Int) {
    let field = RuleField.all[index]
    var fields = CampaignForm().fields.all.filter { sent in !field.sent.contains { $0.name == sent.name } }
    fields += field.sent
    var expected = CampaignForm().reading().content
    field.change(&expected)
    let reading = CampaignForm(FormFields(fields)).reading()
    #expect(reading.misreadings == [])
    #expect(reading.content == expected)
  }

  @Test(
    arguments: [
      ("delay", "soon"), ("delay", "1.5"), ("expires", "x"), ("show_within", "-"), ("delay_unit", "moons"),
      ("starts_at_local", "tomorrow"), ("ends_at_local", "2026-02-30T10:00"),
    ])
  func `what no rule can hold is a problem beside its field, and comes back as it was typed`(
    _ name: String, _ value: String
  ) {
    var fields = CampaignForm().fields.all.filter {
      ![name, "clock", name == "delay_unit" ? "delay" : ""].contains($0.name)
    }
    fields += [.init(name: name, value: value), .init(name: "clock", value: "both")]
    if name == "delay_unit" { fields.append(.init(name: "delay", value: "3")) }
    let form = CampaignForm(FormFields(fields))
    #expect(form.reading().misreadings.map(\.field) == [name == "delay_unit" ? "delay" : name])
    #expect(form.fields[name] == value)
  }

  @Test func `times that are not told by the chosen clock do not count`() {
    var form = CampaignForm()
    form.write(["starts_at": "2026-11-21T14:05", "starts_at_local": "2026-11-22T09:00", "clock": "utc"])
    #expect(form.reading().content.rules.startsAtLocal == nil)
    form["clock"] = "device"
    #expect(form.reading().content.startsAt == nil)
    #expect(form.reading().content.rules.startsAtLocal == "2026-11-22T09:00:00")
    form["clock"] = "both"
    #expect(form.reading().content.startsAt != nil)
  }

  @Test func `a browser that leaves out seconds which are zero changes nothing`() {
    let content = Self.inQuestion
    var form = CampaignForm(name: "", content: content)
    form["ends_at_local"] = "2026-12-31T18:00"
    #expect(form.reading(over: content).content == content)
  }

  @Test(
    arguments: [
      ("triggers[0].times", "trigger.0.times"), ("triggers[0].within.ms", "trigger.0.span"),
      ("triggers[0].triggers[0].name", "trigger.0.name"),
      ("triggers[0].triggers[0].filter.value", "trigger.0.condition.0.value"),
      ("triggers[1].triggers[1].name", "trigger.1.part.2.name"),
      ("triggers[1].triggers[0].filter.any[1].path", "trigger.1.part.0.condition.1.path"),
      ("exceptions[0].name", "exception.0.name"),
      ("exceptions[7]", "delay"), ("delay_ms", "delay"), ("expires_after_ms", "expires"),
      ("display_within_ms", "show_within"),
      ("re_eligibility.after_ms", "again_after"), ("quiet_hours[0].to", "quiet.1.to"),
      ("quiet_hours[0].weekdays[1]", "quiet.1.days"),
      ("quiet_hours", "clock"), ("caps[0].limit", "cap.1.limit"), ("tags[0]", "tags"),
      ("render", "personalised"),
      ("starts_at_local", "starts_at_local"),
    ])
  func `a problem of the rules stands beside the field that caused it`(_ path: String, _ field: String) {
    let form = CampaignForm(writing: [
      "trigger.0.kind": "custom_event", "trigger.0.name": "e", "trigger.0.count": "exactly",
      "trigger.0.times": "3",
      "trigger.0.window": "last", "trigger.0.span": "7", "trigger.0.span_unit": "days",
      "trigger.0.condition.0.path": "a",
      "trigger.0.condition.0.test": "text:equals", "trigger.0.condition.0.value": "1",
      "trigger.1.kind": "all",
      "trigger.1.part.0.kind": "custom_event", "trigger.1.part.0.name": "p", "trigger.1.part.0.match": "any",
      "trigger.1.part.0.condition.0.path": "a", "trigger.1.part.0.condition.0.test": "text:equals",
      "trigger.1.part.0.condition.0.value": "1", "trigger.1.part.0.condition.1.path": "b",
      "trigger.1.part.0.condition.1.test": "text:equals", "trigger.1.part.0.condition.1.value": "2",
      "trigger.1.part.2.kind": "purchase", "trigger.1.part.2.name": "q", "exception.0.kind": "custom_event",
      "exception.0.name": "x",
      "cap.1.limit": "3", "quiet.1.from": "22:00", "quiet.1.to": "08:00",
    ])
    #expect(form.reading().field(path) == field)
  }

  @Test(
    arguments: [
      ("add.exception", "exception.0.kind"), ("add.cap", "cap.0.limit"), ("add.quiet", "quiet.0.from"),
      ("add.trigger.0.part", "trigger.0.part.2.kind"),
      ("add.trigger.0.part.1.condition", "trigger.0.part.1.condition.0.path"),
    ])
  func `rows of rules come and go without script, and nothing else changes`(_ command: String, _ name: String)
    async throws
  {
    let browser = try await Browser(campaigns: [])
    let form = CampaignForm(writing: [
      "message": "Kept", "trigger.0.kind": "all", "trigger.0.part.0.kind": "session_start",
      "trigger.0.part.1.kind": "custom_event",
      "trigger.0.part.1.name": "e",
    ])
    let answer = try await browser.post(
      "/campaigns/new/message", form.fields.all.map { ($0.name, $0.value) } + [("do", command)])
    #expect(answer.status == .ok)
    #expect(answer.html.contains("name=\"\(name)\""))
    #expect(answer.html.contains("Kept</textarea>"))
  }

  @Test func `rows of rules are removed by their own buttons`() {
    var form = CampaignForm(writing: [
      "trigger.0.kind": "any", "trigger.0.part.0.kind": "session_start",
      "trigger.0.part.1.kind": "custom_event",
      "trigger.0.part.1.name": "e", "exception.0.kind": "session_start", "exception.1.kind": "custom_event",
      "exception.1.name": "e",
      "exception.1.condition.0.path": "", "exception.1.condition.1.path": "x", "cap.0.limit": "1",
      "cap.1.limit": "2",
      "quiet.0.from": "22:00", "quiet.1.from": "12:00", "quiet.2.from": "22:00",
    ])
    for command in [
      "remove.trigger.0.part.0", "remove.exception.0", "remove.exception.0.condition.0", "remove.cap.0",
      "remove.trigger.0.part.9",
      "remove.quiet.2", "remove.quiet.0", "remove.quiet.1",
    ] {
      guard case .redraw(let edit?) = EditorCommand(command) else {
        Issue.record("\(command) is not understood")
        continue
      }
      edit.apply(to: &form)
    }
    func texts(_ list: String, _ field: String) -> [String] { form.rows(list).map { $0[field] } }
    #expect(texts("trigger.0.part", "kind") == ["custom_event"])
    #expect(texts("exception", "name") == ["e"])
    #expect(texts("exception.0.condition", "path") == ["x"])
    #expect(texts("cap", "limit") == ["2"])
    #expect(texts("quiet", "from") == ["12:00"])
  }

  @Test
  func `what the form cannot show is said in a sentence, kept, and replaced when something else is chosen`()
    async throws
  {
    var campaign = Samples.review
    let nested = Wire.Trigger(
      kind: .known(.all),
      triggers: [
        Wire.Trigger(
          kind: .known(.any),
          triggers: [Wire.Trigger(kind: .known(.sessionStart)), Wire.Trigger(kind: .known(.anyPurchase))]),
        Wire.Trigger(kind: .known(.customEvent), name: "e"),
      ])
    campaign.content.triggers = [nested]
    let browser = try await Browser(campaigns: [campaign])
    let page = try await browser.get("/campaigns/c-review/edit").html
    #expect(page.contains("A program set this trigger, and the editor cannot change it."))
    #expect(page.contains("name=\"trigger.0.kept_trigger\""))
    var form = CampaignForm(name: campaign.name, content: campaign.content)
    #expect(form.reading(over: campaign.content).content == campaign.content)
    form["trigger.0.kind"] = "session_start"
    #expect(
      form.reading(over: campaign.content).content.triggers == [Wire.Trigger(kind: .known(.sessionStart))])
    form.write(["trigger.0.kind": "kept", "trigger.0.kept_trigger": "{"])
    #expect(form.reading(over: campaign.content).misreadings.map(\.field) == ["trigger.0.kind"])
  }

  @Test
  func
    `a frequency cap that a program set says what it is also when the page is drawn anew, and a damaged one says so in its row`()
    async throws
  {
    let browser = try await Browser(campaigns: [])
    let page = try await browser.post(
      "/campaigns/new/message",
      [("cap.0.kept", #"{"limit":3,"within":"moon"}"#), ("cap.1.kept", "{"), ("do", "add.cap")]
    ).html
    #expect(page.contains("<strong>At most 3 times per moon</strong>"))
    #expect(page.contains("name=\"cap.2.limit\""))
    #expect(page.contains("<div class=\"kept\" id=\"field-cap-1-kept\">"))
    #expect(page.contains("id=\"field-cap-1-kept-note-0\">The stored frequency cap cannot be read."))
  }

  @Test func `a field of a list that keeps nothing hides nothing`() async throws {
    let browser = try await Browser(campaigns: [])
    let page = try await browser.post(
      "/campaigns/new/message", [("quiet.0.from", "22:00"), ("quiet.0.kept", "{}"), ("do", "preview")]
    ).html
    #expect(page.contains("name=\"quiet.0.from\""))
    #expect(!page.contains("quiet.0.kept"))
  }

  @Test func `advanced parts are folded until they hold something`() async throws {
    let browser = try await Browser(campaigns: [])
    #expect(
      !(try await browser.get("/campaigns/new/message").html.contains(
        "<details class=\"fold\" open>\n<summary>Delay")))
    let form = CampaignForm(writing: ["delay": "2", "tags": "sale"])
    let page = try await browser.post(
      "/campaigns/new/message", form.fields.all.map { ($0.name, $0.value) } + [("do", "preview")]
    ).html
    #expect(
      page.contains(
        "<details class=\"fold\" open>\n<summary>Delay <span class=\"fold-words\" data-fold=\"delay\">2 minutes later"
      ))
    #expect(page.contains("<details class=\"fold\" open>\n<summary>Frequency caps and tags"))
    #expect(page.contains("<details class=\"fold\">\n<summary>Expiry"))
  }
}

/// One field as a browser sends it, and what it does.
struct RuleField {
  var sent: [FormFields.Field]
  var change: (inout CampaignContent) -> Void

  init(_ sent: [(String, String)], _ change: @escaping (inout CampaignContent) -> Void) {
    self.sent = sent.map { FormFields.Field(name: $0.0, value: $0.1) }
    self.change = change
  }

  static var all: [RuleField] {
    let event = Wire.Trigger(kind: .known(.customEvent), name: "e")
    func count(_ match: Wire.Trigger.Match, _ within: Wire.HistoryWindow? = nil) -> [Wire.Trigger] {
      [Wire.Trigger(kind: .known(.count), triggers: [event], times: 3, match: .known(match), within: within)]
    }
    let counted = [("trigger.0.kind", "custom_event"), ("trigger.0.name", "e"), ("trigger.0.times", "3")]
    let week = Wire.HistoryWindow(type: .known(.last), milliseconds: 604_800_000)
    return [
      RuleField([("delay", "2"), ("delay_unit", "hours")]) { $0.rules.delayMilliseconds = 7_200_000 },
      RuleField([("expires", "7"), ("expires_unit", "days")]) {
        $0.rules.expiresAfterMilliseconds = 604_800_000
      },
      RuleField([("show_within", "30"), ("show_within_unit", "seconds")]) {
        $0.rules.displayWithinMilliseconds = 30_000
      },
      RuleField([("again", "always")]) { $0.rules.reEligibility = nil },
      RuleField([("again", "after"), ("again_after", "3"), ("again_after_unit", "days")]) {
        $0.rules.reEligibility = Wire.ReEligibility(type: .known(.after), afterMilliseconds: 259_200_000)
      },
      RuleField([("cap.0.limit", "3"), ("cap.0.within", "year")]) {
        $0.rules.caps = [Wire.Cap(limit: 3, within: .known(.year))]
      },
      RuleField([("quiet.0.from", " 22:00"), ("quiet.0.to", "08:00"), ("quiet.0.days", "sat,sun")]) {
        $0.rules.quietHours = [
          Wire.QuietHours(from: "22:00", to: "08:00", weekdays: [.known(.saturday), .known(.sunday)])
        ]
      },
      RuleField([("tags", " sale, autumn ,")]) { $0.rules.tags = ["sale", "autumn"] },
      RuleField([("personalised", "yes")]) { $0.rules.render = .known(.atDisplay) },
      RuleField([("clock", "device"), ("ends_at_local", "2026-12-31T18:00")]) {
        $0.rules.endsAtLocal = "2026-12-31T18:00:00"
      },
      RuleField([("exception.0.kind", "custom_event"), ("exception.0.name", "e")]) {
        $0.rules.exceptions = [event]
      },
      RuleField(counted + [("trigger.0.count", "exactly")]) { $0.triggers = count(.exactly) },
      RuleField(counted + [("trigger.0.count", "every")]) { $0.triggers = count(.every) },
      RuleField(
        counted + [
          ("trigger.0.count", "at_least"), ("trigger.0.window", "last"), ("trigger.0.span", "7"),
          ("trigger.0.span_unit", "days"),
        ]
      ) { $0.triggers = count(.atLeast, week) },
      RuleField([
        ("trigger.0.kind", "all"), ("trigger.0.part.0.kind", "custom_event"), ("trigger.0.part.0.name", "e"),
        ("trigger.0.part.1.kind", "session_start"), ("trigger.0.window", "last"), ("trigger.0.span", "7"),
        ("trigger.0.span_unit", "days"),
      ]) {
        $0.triggers = [
          Wire.Trigger(
            kind: .known(.all), triggers: [event, Wire.Trigger(kind: .known(.sessionStart))], within: week)
        ]
      },
    ]
      + filters.map { test, text, comparison in
        RuleField([
          ("trigger.0.kind", "any_purchase"), ("trigger.0.condition.0.path", "p"),
          ("trigger.0.condition.0.test", test),
          ("trigger.0.condition.0.value", text),
        ]) {
          var comparison = comparison
          comparison.path = ["p"]
          $0.triggers = [Wire.Trigger(kind: .known(.anyPurchase), filter: .compare(comparison))]
        }
      }
  }

  private static var filters: [(String, String, Wire.Comparison)] {
    func comparison(_ operation: Wire.Comparison.Operation, _ value: Wire.JSONValue?, anyCase: Bool = false)
      -> Wire.Comparison
    {
      Wire.Comparison(path: [], operation: .known(operation), value: value, ignoringCase: anyCase)
    }
    return [
      ("text:starts_with", "a", comparison(.startsWith, "a")),
      ("text:ends_with_any_case", "a", comparison(.endsWith, "a", anyCase: true)),
      ("text:contains_any_case", "a", comparison(.contains, "a", anyCase: true)),
      ("text:not_in", "a\nb", comparison(.isNotIn, ["a", "b"])),
      ("number:not_in", "1\n2.5", comparison(.isNotIn, [1, .double(2.5)])),
      ("number:between", "1\n5", comparison(.between, [1, 5])),
      (
        "date:between", "1970-01-01T00:00\n1970-01-02T00:00",
        comparison(.between, [["$date": 0], ["$date": 86_400_000]])
      ),
      ("ago:less", "3 days", comparison(.less, ["$ago": ["days": 3]])),
      ("ago:greater", "1 day 12 hours", comparison(.greater, ["$ago": ["days": 1, "hours": 12]])),
      ("from_now:less", "90 minutes", comparison(.less, ["$from_now": ["minutes": 90]])),
      ("list:includes_any", "a\nb", comparison(.includesAny, ["a", "b"])),
      ("any:exists", "", comparison(.exists, nil)),
      ("any:not_exists", "", comparison(.doesNotExist, nil)),
    ]
  }
}
