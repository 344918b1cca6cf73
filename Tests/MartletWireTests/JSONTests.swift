// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletWire

@Suite struct JSONTests {
  private func read(_ text: String) throws -> Wire.JSONValue {
    try Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
  }

  private func problem(_ bytes: [UInt8]) -> Wire.DecodingProblem? {
    do {
      _ = try Wire.decode(Wire.JSONValue.self, from: bytes)
      return nil
    } catch {
      return error
    }
  }

  static let values: [(text: String, value: Wire.JSONValue)] = [
    ("null", .null), (" true ", true), ("\t\r\nfalse\n", false), ("0", 0), ("-1", -1),
    ("9223372036854775807", .int(.max)),
    ("-9223372036854775808", .int(.min)), ("9223372036854775808", .double(9_223_372_036_854_775_808)),
    ("1.0", 1.0), ("-0.5e-1", -0.05),
    ("1e3", 1000.0), ("1E+2", 100.0), ("1e-400", 0.0), ("[]", []), ("{}", [:]), ("[ 1 , [ ] ]", [1, []]),
    (#"{"a" : {"b" : null}}"#, ["a": ["b": .null]]),
    (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude00""#, "😀"),
    ("\"é€😀\"", "é€😀"), (#""é\n""#, "é\n"), (#""\u0000""#, "\0"),
    // Lone halves of a pair, one before something else, one at the end, two of the first kind.
    (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude00""#, "\u{FFFD}"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\ud83d\n""#, "\u{FFFD}\n"),
  ]

  @Test(arguments: values)
  func `JSON is read as RFC 8259 says`(text: String, value: Wire.JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test func `integers and doubles are told apart and negative zero keeps its sign`() throws {
    #expect(try read("1") == .int(1))
    #expect(try read("1.0") == .double(1))
    guard case .double(let zero) = try read("-0") else { return #expect(Bool(false), "-0 is not a double") }
    #expect(zero.sign == .minus && zero == 0)
    #expect(String(decoding: Wire.encode(Wire.JSONValue.double(zero)), as: UTF8.self) == "-0.0")
  }

  @Test(
    arguments: [
      "", " ", "nul", "nulL", "tru", "True", "+1", "01", "-01", "-", "1.", ".5", "1.e2", "1e", "1e+", "0x10",
      "1_000", "NaN", "Infinity",
      "1e400",
      "-1e400", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1",
      "{\"a\":1,}", "{a:1}", "{'a':1}",
      "{1:1}",
      "{\"a\" 1}", "{\"a\":1 \"b\":2}", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"",
      "\"\\ud83d\\u12\"", "\"a\nb\"",
      "\"a\u{0}b\"",
      "\"a\tb\"", "1 2", "null,", "{} {}", "// c\n1", "\u{FEFF}1", "\"\u{7F}", "\u{0}", "[\u{0}]",
    ] as [String])
  func `what is not JSON is refused with its place`(text: String) {
    let found = problem(Array(text.utf8))
    #expect(found?.code == .malformed)
    #expect((0...text.utf8.count).contains(found?.position?.offset ?? -1))
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFF, 0xFE],
      [0xEF, 0xBF],
    ] as [[UInt8]])
  func `a string that is not UTF-8 is refused`(bytes: [UInt8]) {
    #expect(problem([0x22] + bytes + [0x22])?.message == "A string is not valid UTF-8.")
    #expect(
      problem(Array(#"{"\n"#.utf8) + bytes + Array("\":1}".utf8))?.message == "A string is not valid UTF-8.")
  }

  @Test func `a problem names field, line and column`() {
    let found = problem(Array("{\n  \"events\": [\n    1,\n    {\"total\": 2.}]}".utf8))
    #expect(found?.field == "events[1].total")
    #expect(found?.position == .init(offset: 39, line: 4, column: 17))
    #expect(
      found.map(String.init(describing:))
        == "events[1].total: Expected a digit after the decimal point here. (line 4, column 17)")
  }

  @Test func `a key that stands twice is refused where it stands again`() {
    let found = problem(Array(#"{"a": {"k": 1, "\u006b": 2}}"#.utf8))
    #expect(found?.code == .malformed)
    #expect(found?.field == "a.k")
    #expect(found?.position?.offset == 15)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `nesting is accepted to the limit and refused beyond it`(opening: String) {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)).utf8)
    }
    #expect(problem(nested(Wire.Limits.jsonDepth)) == nil)
    #expect(problem(nested(Wire.Limits.jsonDepth + 1))?.code == .tooDeep)
    #expect(problem(nested(200_000))?.code == .tooDeep)
    #expect(Wire.Problem(problem(nested(100))!).status == 413)
  }

  @Test func `a number has at most so many characters`() {
    #expect(problem(Array(repeating: UInt8(ascii: "1"), count: 300)) == nil)
    #expect(
      problem(Array("0.".utf8) + Array(repeating: UInt8(ascii: "1"), count: Wire.Limits.numberLength - 2))
        == nil)
    #expect(
      problem(Array("0.".utf8) + Array(repeating: UInt8(ascii: "1"), count: Wire.Limits.numberLength - 1))?
        .code == .malformed)
  }

  @Test func `a long key is shortened in a path`() {
    let key = String(repeating: "k", count: 10_000)
    #expect(problem(Array("{\"\(key)\": nope}".utf8))?.field == String(repeating: "k", count: 64) + "…")
  }

  @Test func `keys are written in the order of their bytes and equal values give equal bytes`() {
    let value: Wire.JSONValue = ["b": 1, "a": [true, .null], "é": "\u{1}\u{1F}", "Z": 1e20, "aa": 0.1]
    #expect(
      String(decoding: Wire.encode(value), as: UTF8.self)
        == #"{"Z":1e+20,"a":[true,null],"aa":0.1,"b":1,"é":"\u0001\u001f"}"#)
    #expect(Wire.encode(value).count == value.encodedByteCount)
  }
}
