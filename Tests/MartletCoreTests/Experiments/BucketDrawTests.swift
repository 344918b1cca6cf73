// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite struct BucketDrawTests {
  /// A unit, its hash for the variant with the salt `c_1`, and its buckets in four draws. Computed
  /// outside Martlet.
  struct Vector: Sendable, CustomTestStringConvertible {
    var unit: String
    var hash: UInt64
    var buckets: [Int]

    init(_ unit: String, _ hash: UInt64, _ buckets: Int...) {
      self.unit = unit
      self.hash = hash
      self.buckets = buckets
    }

    var testDescription: String { unit }

    static let all: [Vector] = [
      Vector("1", 0xB2EA_EA9A_4237_E43E, 8446, 5018, 3892, 2984),
      Vector("2", 0x3B15_6C44_E6FF_B413, 5395, 2656, 8613, 8744),
      Vector("3", 0xA832_81D4_6530_B8D7, 7767, 314, 4769, 690),
      Vector("10", 0x5B87_4218_942F_3430, 576, 1959, 4109, 3344),
      Vector("42", 0xCDEF_DF4D_07A0_AE7F, 447, 6910, 3779, 8437),
      Vector("1000000", 0x9613_CFC9_F3CC_1A88, 8616, 3136, 6943, 7028),
      Vector("user_0000001", 0xA78A_CB8B_C45E_8CDB, 9291, 59, 2096, 2118),
      Vector("user_0000002", 0x2904_2056_FF19_3A41, 7681, 2759, 7258, 8934),
      Vector("ana@example.com", 0xF17B_A0B4_8557_EA24, 2004, 7828, 9811, 5993),
      Vector("Ana@example.com", 0x20F0_B02C_34AE_FC34, 4052, 8697, 9860, 3323),
      Vector("00000000-0000-0000-0000-000000000000", 0xDA6D_CF10_EF11_815D, 9773, 5802, 6086, 4562),
      Vector("018f3a5e-7c1b-7d20-8a44-3f9f1c2b6a01", 0xDCA1_0C5E_C4D4_F19A, 490, 771, 6646, 2977),
      Vector("018f3a5e-7c1b-7d20-8a44-3f9f1c2b6a02", 0xB6CD_21A5_CB83_16BE, 5166, 5754, 5717, 6705),
      Vector("c0ffee00c0ffee00c0ffee00c0ffee00", 0xF705_3D68_AA23_3554, 724, 7531, 6557, 4338),
      Vector("a", 0x7060_4404_BA7F_0A00, 7568, 3256, 5198, 3518),
      Vector("", 0x8979_0B31_F54C_69DE, 5406, 2624, 2651, 7665),
      Vector("\u{DC}n\u{EF}c\u{F8}d\u{E9}", 0xFB8E_7EFF_8650_3FC6, 1494, 873, 7190, 1204),
      Vector("\u{65E5}\u{672C}\u{8A9E}", 0x955B_25A1_6278_84CF, 15, 191, 5081, 7327),
      Vector("\u{1F642}", 0xD7D2_27EC_854F_22BD, 5085, 1206, 4227, 4960),
      Vector(String(repeating: "x", count: 64), 0x9873_913B_53C5_C42C, 9436, 4803, 1605, 60),
    ]
  }

  @Test(arguments: Vector.all) func `a unit has the hash and the buckets that were computed elsewhere`(
    vector: Vector
  ) throws {
    let draws = try [
      BucketDraw(.variant, salt: "c_1"), BucketDraw(.variant, salt: "c_2"),
      BucketDraw(.campaignHoldout, salt: "c_1"),
      BucketDraw(.globalHoldout, salt: "2026-q1"),
    ]
    #expect(draws[0].hash(of: vector.unit.utf8) == vector.hash)
    #expect(draws.map { Int($0.hash(of: vector.unit.utf8) % 10_000) } == vector.buckets)
    if !vector.unit.isEmpty {
      let unit = try ExperimentUnit(vector.unit)
      #expect(draws.map { $0.bucket(of: unit) } == vector.buckets)
    }
  }

  @Test(
    arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)]
      as [(String, UInt64)])
  func `the hash below is FNV-1a with 64 bits`(text: String, value: UInt64) {
    #expect(FNV1a(text.utf8).value == value)
  }

  @Test func `the finaliser is that of SplitMix64`() {
    #expect(BucketDraw.finalised(1) == 0x5692_161D_100B_05E5)
  }

  @Test func `what is hashed begins with the kind and the salt, with NUL after each`() throws {
    let kinds: [(BucketDraw.Kind, String)] = [
      (.variant, "v"), (.campaignHoldout, "h"), (.globalHoldout, "g"), (.exclusiveGroup, "x"),
      (.audience, "r"),
    ]
    #expect(Set(kinds.map(\.0)) == Set(BucketDraw.Kind.allCases))
    for (kind, letter) in kinds {
      let expected = BucketDraw.finalised(FNV1a("\(letter)\u{0}salt\u{0}unit".utf8).value)
      #expect(try BucketDraw(kind, salt: "salt").bucket(of: ExperimentUnit("unit")) == Int(expected % 10_000))
    }
  }

  @Test(
    arguments: [
      ("", .isEmpty), ("a\u{0}b", .hasNUL), ("\u{0}", .hasNUL),
      (String(repeating: "x", count: 257), .isTooLong(bytes: 257)),
      (String(repeating: "\u{E9}", count: 129), .isTooLong(bytes: 258)),
    ] as [(String, ExperimentKeyError)])
  func `a unit and a salt are refused when they are empty, too long or have a NUL`(
    text: String, error: ExperimentKeyError
  ) {
    #expect(throws: error) { try ExperimentUnit(text) }
    #expect(throws: error) { try BucketDraw(.variant, salt: text) }
  }

  @Test func `256 bytes are enough`() throws {
    #expect(
      try ExperimentUnit(String(repeating: "\u{E9}", count: 128)).text.utf8.count
        == ExperimentKeyError.longest)
  }

  @Test func `spellings of one character are two units and two draws`() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(composed == decomposed)
    #expect(try ExperimentUnit(composed) != ExperimentUnit(decomposed))
    #expect(try BucketDraw(.variant, salt: composed) != BucketDraw(.variant, salt: decomposed))
    #expect(
      try Set([ExperimentUnit(composed), ExperimentUnit(decomposed), ExperimentUnit(composed)]).count == 2)
  }
}
