// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletWire

@Suite("Shapes of forms")
struct ShapeTests {
  private static let tables: [(form: String, table: Table)] =
    [
      ("Campaign", Wire.Campaign.shape.table), ("Priority", Wire.Priority.shape.table),
      ("DeliveryRules", Wire.DeliveryRules.shape.table),
      ("ReEligibility", Wire.ReEligibility.shape.table), ("Cap", Wire.Cap.shape.table),
      ("Message", Wire.Message.shape.table),
      ("Button", Wire.Button.shape.table), ("ClickAction", Wire.ClickAction.shape.table),
      ("Close", Wire.Close.shape.table),
      ("Theme", Wire.Theme.shape.table), ("ButtonTheme", Wire.ButtonTheme.shape.table),
      ("Bridge", Wire.Bridge.shape.table),
      ("Trigger", Wire.Trigger.shape.table), ("HistoryWindow", Wire.HistoryWindow.shape.table),
      ("Comparison", Wire.Comparison.shape.table), ("Problem", Wire.Problem.shape.table),
      ("FieldError", Wire.Problem.FieldError.shape.table), ("SyncRequest", Wire.SyncRequest.shape.table),
      ("SyncResponse", Wire.SyncResponse.shape.table), ("DeviceSettings", Wire.DeviceSettings.shape.table),
      ("Delivery", Wire.Delivery.shape.table),
      ("Definitions", Wire.Definitions.shape.table), ("EventsRequest", Wire.EventsRequest.shape.table),
      ("EventsResponse", Wire.EventsResponse.shape.table), ("EventResult", Wire.EventResult.shape.table),
      ("Device", Wire.Device.shape.table), ("Push", Wire.Push.shape.table),
      ("PushAction", Wire.PushAction.shape.table),
      ("SignatureRefusal", Wire.SignatureRefusal.shape.table),
      ("RenderRequest", Wire.RenderRequest.shape.table), ("RenderResponse", Wire.RenderResponse.shape.table),
      ("PrivacyRequest", Wire.PrivacyRequest.shape.table),
      ("PrivacyResponse", Wire.PrivacyResponse.shape.table),
      ("Withdrawal", Wire.Withdrawal.shape.table), ("Snapshot", Wire.Recording.Snapshot.shape.table),
      ("Input", Wire.Recording.Input.WireForm.shape.table),
      ("Live", DeliveryEngine.InFlight.Live.WireForm.shape.table),
      ("EngineState", EngineState.shape.table), ("RecordedResult", RecordedResult.shape.table),
    ] + EventKind.all.map { ("event \($0.name)", $0.shape.table) }

  @Test(arguments: tables.indices)
  func `each field has one name in its form, in small letters, and a sentence on what it is`(index: Int) {
    let (form, table) = Self.tables[index]
    let names = table.allRows.map(\.name.description)
    #expect(!names.isEmpty && Set(names).count == names.count && names == names.sorted(), "\(form)")
    for row in table.allRows {
      #expect(
        row.name.description.allSatisfy { $0 == "_" || ("a"..."z").contains($0) }, "\(form).\(row.name)")
      #expect(row.summary.description.hasSuffix(".") || row.summary.description == "1", "\(form).\(row.name)")
      #expect(row.offset >= 0)
    }
  }

  private func cap(_ text: String) throws -> Wire.Cap { try Wire.decode(from: Array(text.utf8)) }

  private func problem(_ text: String) -> String? {
    do {
      _ = try cap(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `fields are read in any order, with any space between, and with escapes in their names`() throws
  {
    let expected = Wire.Cap(tag: "promo", limit: 3, within: .known(.day))
    for text in [
      #"{"limit":3,"tag":"promo","within":"day"}"#, #"{"within":"day","tag":"promo","limit":3}"#,
      " {\n \"tag\" : \"promo\" ,\t\"within\":\"day\"\r\n, \"limit\":3.0 } ",
      #"{"\u0074ag":"promo","l\u0069mit":3,"within":"\u0064ay"}"#,
    ] { #expect(try cap(text) == expected, "\(text)") }
    #expect(
      String(decoding: Wire.encode(expected), as: UTF8.self) == #"{"limit":3,"tag":"promo","within":"day"}"#)
  }

  @Test func `what is not known is kept, and stands among the known fields in the order of the names`() throws
  {
    let read = try cap(#"{"limit":3,"within":"day","zone":null,"also":[1,{"b":2}],"mid":{}}"#)
    #expect(read.unknown == ["zone": .null, "also": [1, ["b": 2]], "mid": [:]])
    #expect(
      String(decoding: Wire.encode(read), as: UTF8.self)
        == #"{"also":[1,{"b":2}],"limit":3,"mid":{},"within":"day","zone":null}"#)
    // An unknown field cannot take the place of a known one.
    var confused = read
    confused.unknown = ["limit": 9, "tag": "kept"]
    #expect(
      String(decoding: Wire.encode(confused), as: UTF8.self) == #"{"limit":3,"tag":"kept","within":"day"}"#)
  }

  @Test func `a null is the same as no field, but where any JSON may stand`() throws {
    #expect(try cap(#"{"limit":3,"tag":null,"within":"day"}"#) == Wire.Cap(limit: 3, within: .known(.day)))
    #expect(problem(#"{"limit":null,"within":"day"}"#) == "limit: This field is required.")
    let comparison: Wire.Comparison = try Wire.decode(
      from: Array(#"{"op":"equals","path":["a"],"value":null}"#.utf8))
    #expect(comparison.value == .null)
    #expect(
      String(decoding: Wire.encode(comparison), as: UTF8.self)
        == #"{"op":"equals","path":["a"],"value":null}"#)
  }

  @Test(
    arguments: [
      (#"{"within":5,"limit":"x"}"#, "within: Expected a string, found an integer."),
      (#"{"limit":"x","within":5}"#, "limit: Expected a whole number, found a string."),
      ("{}", "limit: This field is required."), ("[]", "Expected an object, found a list."),
      ("7", "Expected an object, found an integer."),
      (
        #"{"limit":1,"limit":2,"within":"day"}"#,
        "limit: This key appears twice in one object. (line 1, column 12)"
      ),
      (
        #"{"x":1,"limit":2,"within":"day","x":2}"#,
        "x: This key appears twice in one object. (line 1, column 33)"
      ),
      (
        #"{"limit":"x","within":"day""#,
        "The document ends where a comma or a closing brace is expected. (line 1, column 28)"
      ),
      (#"{"limit":"x"} 7"#, "There is text after the end of the document. (line 1, column 15)"),
      (#"{"limit" 3}"#, "limit: Expected a colon here. (line 1, column 10)"),
      (#"{"limit":1e99,"within":"day"}"#, "limit: Expected a whole number of at most 64 bits."),
      (
        #"{"limit":9223372036854775808,"within":"day"}"#, "limit: Expected a whole number of at most 64 bits."
      ),
      (#"{"limit":007,"within":"day"}"#, "limit: A number must not have a leading zero. (line 1, column 10)"),
      (#"{"limit":true,"within":"day"}"#, "limit: Expected a whole number, found a boolean."),
    ])
  func
    `what is wrong is named: the first in the document; of what is missing the first that the form states; and what is no JSON before all`(
      text: String, expected: String
    )
  {
    #expect(problem(text) == expected)
  }

  @Test(
    arguments: [0, -1, 999_999_999_999_999_999, 1_000_000_000_000_000_000, Int64.max, .min])
  func `a whole number is read to the last digit, whatever its length`(number: Int64) throws {
    let read: Wire.HistoryWindow = try Wire.decode(from: Array(#"{"type":"last","ms":\#(number)}"#.utf8))
    #expect(read.milliseconds == number)
    #expect(String(decoding: Wire.encode(read), as: UTF8.self) == #"{"ms":\#(number),"type":"last"}"#)
  }

  @Test
  func
    `the kind of an event says which fields it has, wherever it stands; fields of other kinds are kept as they are`()
    throws
  {
    for text in [
      #"{"at":1,"id":"e","kind":"impression","campaign_id":"c","campaign_version":2,"presentation_id":"p","name":5}"#,
      #"{"name":5,"presentation_id":"p","campaign_version":2,"campaign_id":"c","k\u0069nd":"impression","id":"e","at":1}"#,
    ] {
      let event: Wire.EventRecord = try Wire.decode(from: Array(text.utf8))
      #expect(
        event.body == .impression(.init(id: "p", campaignID: "c", campaignVersion: 2))
          && event.unknown == ["name": 5])
    }
    let other: Wire.EventRecord = try Wire.decode(
      from: Array(#"{"at":1,"id":"e","kind":"dreamt","name":5,"nested":{"kind":"custom"}}"#.utf8))
    #expect(
      other.body == .unknown(kind: "dreamt", fields: ["name": 5, "nested": ["kind": "custom"]])
        && other.unknown.isEmpty)
  }
}
