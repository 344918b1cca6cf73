// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@testable import Console

struct FormTextTests {
  @Test(
    arguments: [
      ("20", .int(20)), (" -3 ", .int(-3)), ("+4", .int(4)), ("19.99", .double(19.99)), ("20.0", .double(20)),
      ("1e3", .double(1_000)),
      ("9223372036854775807", .int(.max)), ("", nil), ("abc", nil), ("20,5", nil), ("nan", nil), ("inf", nil),
      ("0x10", nil),
      ("1e999", nil),
      ("--1", nil), ("1 2", nil),
    ] as [(String, Wire.JSONValue?)])
  func `numbers are read as people write them, whole ones stay whole`(
    _ text: String, _ expected: Wire.JSONValue?
  ) {
    #expect(FormText.number(text) == expected)
  }

  @Test(
    arguments: [
      ("#2B59D9", 0xFF2B_59D9), ("2b59d9", 0xFF2B_59D9), ("#fff", 0xFFFF_FFFF), ("#2B59D980", 0x802B_59D9),
      ("", nil), ("#12345", nil),
      ("red", nil), ("#GGGGGG", nil), ("#２B59D9", nil),
    ] as [(String, UInt32?)])
  func `colours are read with and without alpha, short and long`(_ text: String, _ expected: UInt32?) {
    #expect(FormText.colour(text)?.argb == expected)
  }

  @Test(arguments: [0, 1, 0xFF00_0000, 0xFFFF_FFFF, 0x0102_0304] as [UInt32])
  func `what a colour is written as is read as the same colour`(_ argb: UInt32) {
    #expect(FormText.colour(FormText.text(Wire.Color(argb: argb)))?.argb == argb)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00", 0), ("2026-11-21T14:05", 1_795_269_900_000),
      ("2026-11-21 14:05", 1_795_269_900_000),
      ("2026-11-21T14:05:30", 1_795_269_930_000), ("2026-11-21T14:05:30.5", 1_795_269_930_500),
      ("2026-02-30T00:00", nil),
      ("2026-11-21", nil), ("tomorrow", nil), ("2026-11-21T24:00", nil), ("2026-11-21T14:05:60", nil),
      ("2026-11-21T14:05:", nil),
    ] as [(String, Int64?)])
  func `instants are read in UTC, to the millisecond; days that do not exist are not`(
    _ text: String, _ expected: Int64?
  ) {
    #expect(FormText.instant(text)?.milliseconds == expected)
  }

  @Test(
    arguments: [0, 1, 999, 59_999, 1_795_269_900_000, 253_402_300_799_999] as [Int64])
  func `what an instant is written as is read as the same instant`(_ milliseconds: Int64) {
    #expect(
      FormText.instant(FormText.text(Instant(milliseconds: milliseconds)))?.milliseconds == milliseconds)
  }

  @Test func `a path whose keys could not be told apart has no text`() {
    #expect(FormText.path("cart.total") == ["cart", "total"])
    #expect(FormText.path("cart..total") == nil)
    #expect(FormText.path("") == nil)
    #expect(FormText.path(["cart", "total"]) == "cart.total")
    #expect(FormText.path(["cart.total"]) == nil)
    #expect(FormText.path([" total"]) == nil)
  }
}
