// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import Testing

@testable import MartletWire

@Suite struct ProblemTests {
  private func problem<Value: Wire.Form>(_ type: Value.Type, _ text: String) -> String? {
    do {
      _ = try Wire.decode(type, from: Array(text.utf8))
      return nil
    } catch {
      return "\(error.code.rawValue) \(error)"
    }
  }

  @Test func `a missing or wrong field is named with its path`() {
    #expect(problem(Wire.EventsRequest.self, "[]") == "field_wrong_type Expected an object, found a list.")
    #expect(problem(Wire.EventsRequest.self, "{}") == "field_missing version: This field is required.")
    #expect(
      problem(Wire.EventsRequest.self, #"{"events": [], "version": 1, "device": {"id": 5}, "sent_at": 1}"#)
        == "field_wrong_type device.id: Expected a string, found an integer.")
    #expect(
      problem(
        Wire.Message.self, #"{"kind": "modal", "buttons": [{"id": 0, "text": "a"}, {"id": 1, "text": null}]}"#
      )
        == "field_missing buttons[1].text: This field is required.")
    #expect(
      problem(Wire.Message.self, #"{"kind": "modal", "themes": {"light": {"text": "red"}}}"#)
        == "field_invalid themes.light.text: Expected a colour as #RRGGBB or #RRGGBBAA.")
    #expect(
      problem(
        Wire.Trigger.self,
        #"{"kind": "purchase", "filter": {"all": [{"not": {"path": ["a", 1], "op": "equals"}}]}}"#)
        == "field_wrong_type filter.all[0].not.path[1]: Expected a string, found an integer.")
    #expect(
      problem(Wire.Close.self, #"{"type": "auto", "after_seconds": "5"}"#)
        == "field_wrong_type after_seconds: Expected a number, found a string.")
    #expect(
      problem(Wire.Priority.self, #"{"order": 1.5}"#)
        == "field_invalid order: Expected a whole number of at most 64 bits.")
    #expect(problem(Wire.Priority.self, #"{"order": 3.0}"#) == nil)
    for event in [#"{"id": "d"}"#, #"{"id": "d", "kind": 1}"#, "7"] {
      let text =
        #"{"id": "e", "at": 1, "kind": "decision", "decision_id": "p", "candidates": [], "event": \#(event)}"#
      #expect(problem(Wire.EventRecord.self, text)?.contains(" event") == true)
    }
    #expect(
      problem(
        Wire.EventRecord.self,
        #"{"id": "e", "at": 1, "kind": "decision", "decision_id": "p", "candidates": []}"#)
        == "field_missing event: This field is required.")
    #expect(
      problem(Wire.EventRecord.self, #"{"id": "e", "at": 1, "kind": "attribute", "key": "k"}"#)
        == "field_missing value: This field is required.")
    #expect(
      problem(
        Wire.EventRecord.self, #"{"id": "e", "at": 1, "kind": "attribute_change", "key": "k", "value": 1}"#)
        == "field_missing operation: This field is required.")
    #expect(
      problem(
        Wire.EventRecord.self,
        #"{"id": "e", "at": 1, "kind": "attribute_change", "key": "k", "operation": "add"}"#)
        == "field_missing value: This field is required.")
  }

  @Test(arguments: ["#12345", "#1234567", "#GG0000", "123456", "#+12345", "#-12345", "", "#", "#１２３４５６"])
  func `what is not a colour is refused`(text: String) {
    #expect(throws: Wire.DecodingProblem.self) { try Wire.Color(json: .string(text)) }
  }

  @Test func `colours keep their alpha and are written in upper case`() throws {
    #expect(try Wire.Color(json: "#ff8000").argb == 0xFFFF_8000)
    #expect(try Wire.Color(json: "#FF800040").argb == 0x40FF_8000)
    #expect(Wire.Color(argb: 0x0000_0A0B).hex == "#000A0B00")
    #expect(Wire.Color(argb: 0xFF00_0A0B).hex == "#000A0B")
  }

  @Test func `a campaign that cannot be read harms no neighbour`() throws {
    let good = String(decoding: Wire.encode(Examples.campaign), as: UTF8.self)
    let text =
      #"{"tag": "t", "campaigns": [\#(good), {"id": "x", "created_at": 1, "triggers": [], "message": {}}, \#(good), null]}"#
    let definitions = try Wire.decode(Wire.Definitions.self, from: Array(text.utf8))
    #expect(definitions.campaigns == [Examples.campaign, Examples.campaign])
    #expect(
      definitions.rejected == [
        Wire.RejectedEntry(
          index: 1, id: "x", field: "message.kind", message: "This field is required.", code: "field_missing"),
        Wire.RejectedEntry(
          index: 3, id: nil, field: "", message: "Expected an object, found null.", code: "field_wrong_type"),
      ])
  }

  @Test func `a null or absent optional field and a list that may be absent are the same`() throws {
    let full =
      #"{"version": 1, "device": {"id": "d", "model": null}, "sent_at": 1, "user_id": null, "events": null, "session_id": null}"#
    let bare = #"{"version": 1, "device": {"id": "d"}, "sent_at": 1}"#
    #expect(
      try Wire.decode(Wire.SyncRequest.self, from: Array(full.utf8))
        == Wire.decode(Wire.SyncRequest.self, from: Array(bare.utf8)))
  }

  @Test func `the answer to a document that cannot be read has status, field, place and remedy`() {
    let position = Wire.DecodingProblem.Position(offset: 3, line: 1, column: 4)
    let answer = Wire.Problem(
      Wire.DecodingProblem(
        code: .malformed, field: "events", message: "Expected a value here.", position: position))
    #expect(answer.status == 400 && answer.code == "json_malformed" && answer.field == "events")
    #expect(answer.title == "Expected a value here. It is at line 1, column 4.")
    #expect(answer.remedy?.isEmpty == false)
  }

  @Test func `another coder reads and writes the same form`() throws {
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    #expect(try decoder.decode(Wire.Message.self, from: encoder.encode(Examples.modal)) == Examples.modal)
    #expect(
      try decoder.decode(Wire.Campaign.self, from: Data(Wire.encode(Examples.campaign))) == Examples.campaign)
    #expect(
      try Wire.decode(Wire.SyncRequest.self, from: Array(encoder.encode(Examples.syncRequest)))
        == Examples.syncRequest)
    #expect(throws: Wire.DecodingProblem.self) {
      try decoder.decode(Wire.Message.self, from: Data("{}".utf8))
    }
  }
}
