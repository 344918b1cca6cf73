// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

@Suite("Reading scenarios")
struct ScenarioReaderTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Stands for the campaigns and the steps in an otherwise right document.
    var campaigns = ""
    var configuration = ""
    var steps = ""
    var field: String
    var says: String
  }

  static let mistakes: [Mistake] = [
    Mistake(
      testDescription: "an unknown step", steps: #"{"evnt": "a"}"#, field: "steps[0].evnt",
      says: "did you mean event?"),
    Mistake(
      testDescription: "a step without action", steps: #"{"at": "5s"}"#, field: "steps[0]",
      says: "The step does nothing."),
    Mistake(
      testDescription: "two actions", steps: #"{"event": "a", "wipe": true}"#, field: "steps[0].wipe",
      says: "event already"),
    Mistake(testDescription: "no object", steps: "7", field: "steps[0]", says: "This must be an object"),
    Mistake(
      testDescription: "a wrong type", steps: #"{"dark": "yes"}"#, field: "steps[0].dark",
      says: "true or false"),
    Mistake(
      testDescription: "a length of time that is none", steps: #"{"wait": "5 minutes"}"#,
      field: "steps[0].wait", says: "a length of time"),
    Mistake(
      testDescription: "a negative length of time", steps: #"{"wait": -5}"#, field: "steps[0].wait",
      says: "a length of time"),
    Mistake(
      testDescription: "time that overflows", steps: #"{"wait": "9223372036854775807d"}"#,
      field: "steps[0].wait", says: "a length of time"),
    Mistake(
      testDescription: "time and length of time", steps: #"{"event": "a", "at": "1s", "advance": "1s"}"#,
      field: "steps[0].advance",
      says: "not both"),
    Mistake(
      testDescription: "time that runs backward", steps: #"{"wait": "1m"}, {"event": "a", "at": "59s"}"#,
      field: "steps[1].at",
      says: "which happens at 1m"),
    Mistake(
      testDescription: "a scenario of more than ten years", steps: #"{"wait": "3000d"}, {"wait": "3000d"}"#,
      field: "steps[1]",
      says: "longer than ten years"),
    Mistake(
      testDescription: "a step that never happens", steps: #"{"event": "a", "repeat": 0}"#,
      field: "steps[0].repeat",
      says: "a whole number from 1 to 1000"),
    Mistake(
      testDescription: "repeated time that is too long", steps: #"{"wait": "30d", "repeat": 1000}"#,
      field: "steps[0]",
      says: "longer than ten years"),
    Mistake(
      testDescription: "a notification without a payload", steps: #"{"notification": {"tap": true}}"#,
      field: "steps[0].notification",
      says: "The field payload is missing."),
    Mistake(
      testDescription: "a tap on nothing", steps: #"{"notification": {"payload": {}, "tap": ""}}"#,
      field: "steps[0].notification.tap",
      says: "the identifier of a button"),
    Mistake(
      testDescription: "a registration of two things",
      steps: #"{"register": {"notifier": "a", "surveys": "a"}}"#,
      field: "steps[0].register", says: "Give one of notifier, announcements, surveys"),
    Mistake(
      testDescription: "a report that no view makes",
      steps: #"{"report": {"campaign": "welcome", "call": "acts"}}"#,
      field: "steps[0].report.call", says: "did you mean act?"),
    Mistake(
      testDescription: "a report about nothing", steps: #"{"report": {"campaign": "welcom", "call": "act"}}"#,
      field: "steps[0].report.campaign", says: "did you mean welcome?"),
    Mistake(
      testDescription: "a number on the icon that is none",
      steps: #"{"event": "a", "expect": {"badge": null}}"#,
      field: "steps[0].expect.badge", says: "a whole number of at least 0"),
    Mistake(
      testDescription: "a word for whether it was handled",
      steps: #"{"event": "a", "expect": {"handled": "yes"}}"#,
      field: "steps[0].expect.handled", says: "true, false or null"),
    Mistake(
      testDescription: "an area that is a number", steps: #"{"event": "a", "expect": {"area": 1}}"#,
      field: "steps[0].expect.area",
      says: "the name of an area or null"),
    Mistake(
      testDescription: "an event that the SDK refuses, and no line in the log is expected",
      steps: #"{"event": "$a", "expect": {"logged": []}}"#, field: "steps[0].event",
      says: "No app can log this event"),
    Mistake(
      testDescription: "an unknown expectation", steps: #"{"event": "a", "expect": {"visble": null}}"#,
      field: "steps[0].expect.visble",
      says: "did you mean visible?"),
    Mistake(
      testDescription: "an unknown campaign", steps: #"{"recall": "welcme"}"#, field: "steps[0].recall",
      says: "did you mean welcome?"),
    Mistake(
      testDescription: "an unknown campaign in an expectation",
      steps: #"{"event": "a", "expect": {"outcomes": ["other: shown"]}}"#,
      field: "steps[0].expect.outcomes[0]", says: "no campaign other"),
    Mistake(
      testDescription: "a campaign that misses its message",
      campaigns: #"{"id": "b", "triggers": [{"kind": "session_start"}]}"#,
      field: "campaigns[1].message", says: "no message, banner, content or data"),
    Mistake(
      testDescription: "an unknown field of a campaign",
      campaigns:
        #"{"id": "b", "delay": 5, "triggers": [{"kind": "session_start"}], "message": {"kind": "slideup", "message": "B"}}"#,
      field: "campaigns[1].delay", says: "delay_ms"),
    Mistake(
      testDescription: "a trigger of a kind that does not exist",
      campaigns:
        #"{"id": "b", "triggers": [{"kind": "moon"}], "message": {"kind": "slideup", "message": "B"}}"#,
      field: "campaigns[1].triggers[0].kind", says: ""),
    Mistake(
      testDescription: "a trigger of a kind that is misspelt",
      campaigns:
        #"{"id": "b", "triggers": [{"kind": "custom_evnt", "name": "a"}], "message": {"kind": "slideup", "message": "B"}}"#,
      field: "campaigns[1].triggers[0].kind", says: "did you mean custom_event?"),
    Mistake(
      testDescription: "a condition that is misspelt",
      campaigns: #"""
        {"id": "b", "triggers": [{"kind": "custom_event", "name": "a", "filter": {"path": ["x"], "op": "start_with", "value": "a"}}],
        "message": {"kind": "slideup", "message": "B"}}
        """#,
      field: "campaigns[1].triggers[0].filter.op", says: "did you mean starts_with?"),
    Mistake(
      testDescription: "a field of a condition inside a group that is misspelt",
      campaigns: #"""
        {"id": "b", "triggers": [{"filter": {"all": [{"not": {"path": ["x"], "op": "contains", "value": "a", "ignore_case": true}}]},
        "kind": "custom_event", "name": "a"}], "message": {"kind": "slideup", "message": "B"}}
        """#,
      field: "campaigns[1].triggers[0].filter.all[0].not.ignore_case", says: "did you mean ignoring_case?"),
    Mistake(
      testDescription: "a kind of message that is misspelt",
      campaigns:
        #"{"id": "b", "triggers": [{"kind": "session_start"}], "message": {"kind": "slidup", "message": "B"}}"#,
      field: "campaigns[1].message.kind", says: "did you mean slideup?"),
    Mistake(
      testDescription: "a word of a message that is misspelt",
      campaigns:
        #"{"id": "b", "triggers": [{"kind": "session_start"}], "message": {"kind": "slideup", "message": "B", "slide_from": "botom"}}"#,
      field: "campaigns[1].message.slide_from", says: "did you mean bottom?"),
    Mistake(
      testDescription: "an event that no app can log",
      campaigns:
        #"{"id": "b", "triggers": [{"kind": "custom_event", "name": "$go"}], "message": {"kind": "slideup", "message": "B"}}"#,
      field: "campaigns[1].triggers[0].name", says: "names that start with $"),
    Mistake(
      testDescription: "an exception that no app can log",
      campaigns: #"""
        {"id": "b", "triggers": [{"kind": "session_start"}], "exceptions": [{"kind": "custom_event", "name": "$go"}], "delay_ms": 5,
        "message": {"kind": "slideup", "message": "B"}}
        """#,
      field: "campaigns[1].exceptions[0].name", says: "names that start with $"),
    Mistake(
      testDescription: "exceptions without a delay",
      campaigns: #"""
        {"id": "b", "triggers": [{"kind": "session_start"}], "exceptions": [{"kind": "session_start"}],
        "message": {"kind": "slideup", "message": "B"}}
        """#,
      field: "campaigns[1].exceptions", says: "no delay"),
    Mistake(
      testDescription: "two buttons with one id",
      campaigns:
        #"{"id": "b", "triggers": [{"kind": "session_start"}], "message": {"kind": "modal", "message": "B", "#
        + #""buttons": [{"id": 0, "text": "A"}, {"id": 0, "text": "B"}]}}"#,
      field: "campaigns[1].message.buttons[1].id", says: "has the same id, 0,"),
    Mistake(
      testDescription: "a step with an event that no app can log", steps: #"{"event": "$go"}"#,
      field: "steps[0].event",
      says: "begin with $"),
    Mistake(
      testDescription: "an event without a name", steps: #"{"event": ""}"#, field: "steps[0].event",
      says: "name is missing"),
    Mistake(
      testDescription: "an event with an empty name", steps: #"{"event": {"name": ""}}"#,
      field: "steps[0].event.name",
      says: "name is missing"),
    Mistake(
      testDescription: "a purchase of nothing", steps: #"{"purchase": {"product_id": "hat", "quantity": 0}}"#,
      field: "steps[0].purchase.quantity", says: "a whole number from 1 to 100"),
    Mistake(
      testDescription: "a purchase of too many",
      steps: #"{"purchase": {"product_id": "hat", "quantity": 101}}"#,
      field: "steps[0].purchase.quantity", says: "a whole number from 1 to 100"),
    Mistake(
      testDescription: "a purchase of a part",
      steps: #"{"purchase": {"product_id": "hat", "quantity": 2.5}}"#,
      field: "steps[0].purchase.quantity", says: "a whole number from 1 to 100"),
    Mistake(
      testDescription: "a purchase for less than nothing",
      steps: #"{"purchase": {"product_id": "hat", "price": -0.01}}"#,
      field: "steps[0].purchase.price", says: "at least 0"),
    Mistake(
      testDescription: "a price that is no number",
      steps: #"{"purchase": {"product_id": "hat", "price": "1.99"}}"#,
      field: "steps[0].purchase.price", says: "a price"),
    Mistake(
      testDescription: "a currency that is none",
      steps: #"{"purchase": {"product_id": "hat", "currency": "Euro"}}"#,
      field: "steps[0].purchase.currency", says: "ISO 4217"),
    Mistake(
      testDescription: "a currency of other letters",
      steps: #"{"purchase": {"product_id": "hat", "currency": "ªa"}}"#,
      field: "steps[0].purchase.currency", says: "ISO 4217"),
    Mistake(
      testDescription: "a purchase without a product", steps: #"{"purchase": ""}"#,
      field: "steps[0].purchase", says: "id is missing"),
    Mistake(
      testDescription: "a purchase with an empty product", steps: #"{"purchase": {"product_id": ""}}"#,
      field: "steps[0].purchase.product_id", says: "id is missing"),
    Mistake(
      testDescription: "a purchase with a product that is too long",
      steps: #"{"purchase": "\#(String(repeating: "x", count: 256))"}"#, field: "steps[0].purchase",
      says: "more than 255"),
    Mistake(
      testDescription: "a status that is no whole number",
      steps: #"{"render": {"campaign": "welcome", "status": 404.5}}"#,
      field: "steps[0].render.status", says: "a whole number from 300 to 599"),
    Mistake(
      testDescription: "a person without a name", steps: #"{"user": ""}"#, field: "steps[0].user",
      says: "nothing in the quotes"),
    Mistake(
      testDescription: "a campaign without a trigger",
      campaigns: #"{"id": "b", "triggers": [], "message": {"kind": "slideup", "message": "B"}}"#,
      field: "campaigns[1].triggers", says: "add one"),
    Mistake(
      testDescription: "a message that no device can show",
      campaigns: #"{"id": "b", "triggers": [{"kind": "session_start"}], "message": {"kind": "hologram"}}"#,
      field: "campaigns[1].message.kind", says: "hologram"),
    Mistake(
      testDescription: "a campaign's id twice",
      campaigns:
        #"{"id": "welcome", "triggers": [{"kind": "session_start"}], "message": {"kind": "slideup", "message": "B"}}"#,
      field: "campaigns[1].id", says: "welcome"),
    Mistake(
      testDescription: "an unknown field of the configuration",
      configuration: #"{"minimum_intervall": "1s"}"#,
      field: "configuration.minimum_intervall", says: "did you mean minimum_interval?"),
    Mistake(
      testDescription: "a time zone that does not exist", configuration: #"{"time_zone": "Europe/Atlantis"}"#,
      field: "configuration.time_zone", says: "a time zone"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named with its line, its field and a remedy`(_ mistake: Mistake) throws {
    let text = Self.document(
      campaigns: mistake.campaigns, configuration: mistake.configuration, steps: mistake.steps)
    let invalid = try #require(throws: Scenario.Invalid.self) { _ = try Scenario(reading: Array(text.utf8)) }
    let found = try #require(invalid.diagnostics.first { $0.field == mistake.field }, "\(invalid)")
    #expect(found.message.contains(mistake.says), "\(found)")
    let line = mistake.steps.isEmpty ? mistake.campaigns.isEmpty ? 4 : 7 : 10
    #expect(found.line == line, "\(found)")
    #expect(invalid.diagnostics.count == 1, "\(invalid)")
  }

  @Test(
    arguments: [
      (#""hat""#, 1, 1.0, "EUR"),
      (#"{"product_id": "hat", "quantity": 1, "price": 0, "currency": "usd"}"#, 1, 0, "usd"),
      (#"{"product_id": "hat", "quantity": 100, "price": 1e15}"#, 100, 1e15, "EUR"),
    ])
  func `what the SDK takes for a purchase is read as it is`(
    text: String, quantity: Int, price: Double, currency: String
  ) throws {
    let scenario = try Scenario(reading: Array(Self.document(steps: #"{"purchase": \#(text)}"#).utf8))
    let expected = Purchase(productID: "hat", currency: currency, price: price, quantity: quantity)
    #expect(scenario.steps.map(\.action) == [.logs(.purchase(expected))])
  }

  @Test(
    arguments: [#""event": "$a""#, #""event": """#, #""screen": """#, #""purchase": {"product_id": ""}"#])
  func `an event that the SDK refuses is no mistake if its step expects that the log says so`(action: String)
    throws
  {
    let steps = "{\(action), \(#""expect": {"logged": ["It is refused."]}"#)}"
    #expect(try Scenario(reading: Array(Self.document(steps: steps).utf8)).steps.count == 1)
  }

  @Test func `all mistakes are named at once, in the order of their lines`() throws {
    let text = """
      {
        "nme": "x",
        "version": 2,
        "steps": [
          {"wait": true},
          {"tap": "nose"}
        ]
      }
      """
    let invalid = try #require(throws: Scenario.Invalid.self) { _ = try Scenario(reading: Array(text.utf8)) }
    #expect(invalid.diagnostics.map(\.line) == [1, 2, 3, 5, 6])
  }

  @Test func `text that is no JSON is named with line and column`() throws {
    let invalid = try #require(throws: Scenario.Invalid.self) {
      _ = try Scenario(reading: Array("{\n  \"name\": \"x\",,\n}".utf8))
    }
    #expect(invalid.diagnostics.map(\.line) == [2])
    #expect(invalid.diagnostics.map(\.column) == [15])
  }

  @Test(arguments: ["", " \n"])
  func `a file with nothing in it is called empty`(text: String) {
    #expect {
      try Scenario(reading: Array(text.utf8))
    } throws: { error in
      (error as? Scenario.Invalid)?.diagnostics.map(\.message) == ["The document is empty. Expected JSON."]
    }
  }

  @Test func `what is too long is refused`() throws {
    let long = [UInt8](repeating: 0x20, count: Scenario.Limits.fileBytes + 1)
    #expect(throws: Scenario.Invalid.self) { _ = try Scenario(reading: long) }
    let steps = String(repeating: #"{"wait": 1},"#, count: Scenario.Limits.steps) + #"{"wait": 1}"#
    let invalid = try #require(throws: Scenario.Invalid.self) {
      _ = try Scenario(reading: Array(Self.document(steps: steps).utf8))
    }
    #expect(invalid.diagnostics.map(\.field) == ["steps"])
    let mistakes = Array(repeating: #"{"evnt": "a"}"#, count: 500).joined(separator: ",")
    let many = try #require(throws: Scenario.Invalid.self) {
      _ = try Scenario(reading: Array(Self.document(steps: mistakes).utf8))
    }
    #expect(many.diagnostics.count == Scenario.Limits.diagnostics + 1)
    #expect(many.diagnostics.last?.message == "400 more mistakes are not listed.")
  }

  @Test func `changed bytes are read or refused, and never crash`() throws {
    let documents = try ScenarioFolder.files.map { try ScenarioFolder.bytes($0) }
    for seed in PropertyCases.seeds(full: 150) {
      var generator = SeededGenerator(seed: seed)
      var bytes = documents[generator.int(0...documents.count - 1)]
      for _ in 0..<generator.int(1...4) {
        let position = generator.int(0...bytes.count - 1)
        switch generator.int(0...3) {
        case 0: bytes[position] = UInt8(generator.int(0...255))
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(UInt8(generator.int(0...255)), at: position)
        default: bytes.removeSubrange(position..<min(bytes.count, position + generator.int(1...40)))
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      do throws(Scenario.Invalid) { _ = try Scenario(reading: bytes) } catch {
        #expect(!error.diagnostics.isEmpty)
      }
    }
  }

  static func document(campaigns: String = "", configuration: String = "", steps: String = "") -> String {
    """
    {
      "version": 1,
      "name": "Test",
      "configuration": \(configuration.isEmpty ? "{}" : configuration),
      "campaigns": [
        {"id": "welcome", "triggers": [{"kind": "session_start"}], "message": {"kind": "slideup", "message": "A"}}
        \(campaigns.isEmpty ? "" : "," + campaigns)
      ],
      "steps": [
        \(steps)
      ]
    }
    """
  }
}
