// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire

/// What the values of a fact about people are called, so that an author can choose one from a list
/// or type its name.
struct FactValues: Sendable {
  struct Choice: Hashable, Sendable {
    var value: String
    var name: String
  }

  let choices: [Choice]
  /// What is typed and is none of the choices; nil if it cannot be a value.
  private let read: @Sendable (String) -> String?
  let remedy: String

  /// nil for facts whose values have no names.
  init?(_ fact: AudienceFact) {
    switch fact {
    case .country:
      choices = Self.countries
      read = { _ in nil }
      remedy = "Choose one of the list, or enter a name or a code of two letters, such as Germany or DE."
    case .language:
      choices = LanguageWords.twoLetters.map { Choice(value: $0.tag, name: $0.name) }
      read = { typed in
        // Names with regions and scripts lead to the language alone, which is what the fact is.
        guard let tag = LanguageWords.tag(typed),
          tag.allSatisfy(\.isLetter) || LanguageWords.named(typed) != nil
        else { return nil }
        return LanguageTag.language(of: tag)
      }
      remedy =
        "Choose one of the list, or enter a name or a code, such as German or de. For a region, add a condition on the country."
    case .platform:
      choices = Wire.Device.platformNames.sorted { $0.value < $1.value }.map {
        Choice(value: $0.key, name: $0.value)
      }
      // Programs may report others.
      read = { $0.contains(where: \.isWhitespace) ? nil : $0.lowercased() }
      remedy = "Choose one of the list, such as ios."
    default: return nil
    }
  }

  /// The value that somebody means who typed it or its name; nil: none.
  func value(_ typed: String) -> String? {
    let text = typed.trimmed.lowercased()
    let choice =
      choices.first { $0.value.lowercased() == text } ?? choices.first { $0.name.lowercased() == text }
    return choice?.value ?? read(typed.trimmed)
  }

  /// By their English names. Some have several.
  private static let countries: [Choice] = {
    let english = Locale(identifier: "en")
    let codes = Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }
    let named = codes.compactMap { code in
      english.localizedString(forRegionCode: code).map { Choice(value: code, name: $0) }
    }
    let others = [
      ("US", "USA"), ("US", "United States of America"), ("GB", "UK"), ("GB", "Great Britain"),
      ("GB", "England"), ("CZ", "Czech Republic"),
      ("TR", "Turkey"), ("NL", "Holland"), ("KR", "Korea"), ("MM", "Burma"), ("CI", "Ivory Coast"),
      ("AE", "UAE"),
    ].map { Choice(value: $0.0, name: $0.1) }
    return named.sorted { $0.name < $1.name } + others
  }()
}

extension FactValues {
  /// What is offered for the subject of a row; empty if any text can be its value.
  static func choices(for row: FormRow, _ suggestions: FormSuggestions) -> [Choice] {
    guard case .subject(let choice)? = AudienceChoice(row["subject"]),
      case .fact(let fact) = choice.subject([], nil)
    else { return [] }
    return FactValues(fact)?.choices ?? suggestions.facts[fact]?.map { Choice(value: $0, name: "") } ?? []
  }

  /// The comparison's value with names replaced by values.
  ///
  /// - Returns: nil: a line is no value, and the problem says so.
  static func read(
    _ typed: String, of choice: SubjectChoice, compared test: ConditionTest, at field: String,
    _ problems: inout [FormProblem]
  ) -> String? {
    guard case .fact(let fact) = choice.subject([], nil), let values = FactValues(fact), test.isEquality
    else { return typed }
    var lines: [String] = []
    for line in typed.split(whereSeparator: \.isNewline) where !String(line).isBlank {
      guard let value = values.value(String(line)) else {
        problems.append(
          FormProblem(
            field: field, message: "“\(line.prefix(60))” is no \(fact.label.lowercased()).",
            remedy: values.remedy))
        return nil
      }
      lines.append(value)
    }
    return lines.joined(separator: "\n")
  }
}

extension ConditionTest {
  /// Whether it compares whole values, not parts of them.
  var isEquality: Bool { [.equals, .notEquals, .isIn, .isNotIn].contains(operation) }
}
