// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import TestSupport
import Testing

@Suite struct NormalFormTests {
  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test func `every character has the normal form that the standard library and Foundation give it`() {
    var changed = 0
    for number in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(number), let age = scalar.properties.age,
        scalar.properties.generalCategory != .privateUse
      else {
        continue
      }
      let text = String(scalar)
      let normal = NormalForm.of(text)
      let isRight =
        normal == text && Self.scalars(NormalForm.of(normal)) == Self.scalars(normal)
        // Foundation has an older table.
        && (age.major > 14
          || Self.scalars(normal) == Self.scalars(text.precomposedStringWithCanonicalMapping))
        && (age.major > 14
          || Self.scalars(normal) == Self.scalars(NormalForm.of(text.decomposedStringWithCanonicalMapping)))
      if !isRight { Issue.record("U+\(String(number, radix: 16))") }
      if Self.scalars(normal) != Self.scalars(text) { changed += 1 }
    }
    // Characters that are another one, or several, in every text.
    #expect(changed > 1_000)
  }

  /// Letters, marks of several classes, parts of syllables, and characters that are others. Not the
  /// four marks that are decomposed, such as U+0F73, in whose order the standard library errs.
  private static let alphabet: [UInt32] = [
    0x61, 0x65, 0x4F, 0x3C, 0xE9, 0x1EB9, 0x1E69, 0x300, 0x301, 0x307, 0x308, 0x323, 0x327, 0x328, 0x338,
    0x345, 0x3B1, 0x1100, 0x1112,
    0x1161, 0x1175, 0x11A7, 0x11A8, 0x11C2, 0xAC00, 0xAC01, 0xD788, 0x212A, 0x212B, 0x2126, 0x37E, 0x915,
    0x93C, 0x958, 0x9C7, 0x9BE, 0x9D7,
    0xFB1D, 0xFB2C, 0x1D15E, 0x1D165, 0x1D16E, 0x2F800, 0xF900, 0xE01, 0xE38, 0xE48, 0x1F600,
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<random.int(0...6) { text.append(Unicode.Scalar(random.element(of: alphabet))!) }
    return String(text)
  }

  // Not compared with Foundation's normal form, which is wrong for some of these;
  // scripts/test-oracles compares with Python's.
  @Test func `all spellings of a random text have one normal form, and no other text has it`() {
    for seed in PropertyCases.seeds(full: 4_000) {
      var random = SeededGenerator(seed: seed)
      let text = Self.text(&random)
      let normal = Self.scalars(NormalForm.of(text))
      #expect(
        normal == Self.scalars(NormalForm.of(text.decomposedStringWithCanonicalMapping)), "seed \(seed)")
      #expect(NormalForm.of(text) == text, "seed \(seed)")
      let other = Self.text(&random)
      #expect((text == other) == (normal == Self.scalars(NormalForm.of(other))), "seed \(seed)")
    }
  }

  @Test func `the names and texts of properties are in normal form, in lists and objects too`() {
    let properties: Properties = [
      "cafe\u{301}": .string("e\u{301}"), "list": .array([.int(1), .array([.string("e\u{301}")])]),
      "object": .object(["e\u{301}": .string("\u{212B}")]),
    ]
    #expect(properties["caf\u{E9}"] == .string("\u{E9}"))
    var texts: [String] = []
    func collect(_ value: Value) {
      switch value {
      case .string(let text): texts.append(text)
      case .array(let elements): elements.forEach(collect)
      case .object(let members):
        for (name, value) in members {
          texts.append(name)
          collect(value)
        }
      default: break
      }
    }
    collect(.object(properties))
    #expect(texts.count == 7)
    #expect(
      texts.allSatisfy { text in !text.unicodeScalars.contains { $0 == "\u{301}" || $0 == "\u{212B}" } })
  }
}
