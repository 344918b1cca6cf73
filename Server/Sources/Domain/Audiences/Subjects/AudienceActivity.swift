// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// Events of a person, and what is measured of them.
public struct AudienceActivity: Hashable, Sendable {
  public var kind: Kind
  /// The name of the event or the screen, the product id, or the id of the survey's campaign. nil:
  /// any.
  public var name: String?
  /// Only events with such properties.
  public var filter: Filter?
  /// Only events of this long before now. nil: all that are stored.
  public var within: Duration?
  public var measure: Measure

  public init(
    _ kind: Kind, name: String? = nil, filter: Filter? = nil, within: Duration? = nil,
    measure: Measure = .count
  ) {
    self.kind = kind
    self.name = name
    self.filter = filter
    self.within = within
    self.measure = measure
  }

  /// The raw value is its name in rules, and the kind of the stored events.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case custom
    case purchase
    case sessionStart = "session_start"
    case screenView = "screen_view"
    /// A survey was submitted. Its name is the campaign's id, and its properties are the answers by
    /// the ids of the questions.
    case surveyAnswers = "survey_answers"

    /// Those that apps log themselves.
    public static let logged = allCases.filter { $0 != .surveyAnswers }

    /// For people.
    public var label: String {
      switch self {
      case .custom: "Event"
      case .purchase: "Purchase"
      case .sessionStart: "Session"
      case .screenView: "Screen"
      case .surveyAnswers: "Answered survey"
      }
    }

    /// What people do who convert by it.
    public var conversionLabel: String {
      switch self {
      case .custom: "Log the event"
      case .purchase: "Buy the product"
      case .sessionStart: "Come back"
      case .screenView: "Open the screen"
      case .surveyAnswers: "Answer the survey"
      }
    }

    /// Whether its events have names.
    public var isNamed: Bool { self != .sessionStart }
  }

  public enum Measure: Hashable, Sendable {
    /// How many there are: 0 if there are none.
    case count
    /// The sum of a number among their properties, 0 if there are none. Events without the number
    /// do not add to it.
    case sum(of: [String])
    /// When the first or the last one was. Missing if there is none.
    case first, last

    public struct Traits: Sendable {
      /// Its name in rules.
      public let name: String
      public let type: AudienceSubject.ValueType
      /// The value if there is no event. nil: none.
      public let ofOthers: Value?
    }

    public var traits: Traits {
      switch self {
      case .count: Traits(name: "count", type: .count, ofOthers: .int(0))
      case .sum: Traits(name: "sum", type: .count, ofOthers: .double(0))
      case .first: Traits(name: "first", type: .date, ofOthers: nil)
      case .last: Traits(name: "last", type: .date, ofOthers: nil)
      }
    }

    /// One for each name in rules.
    static let all: [Measure] = [.count, .sum(of: []), .first, .last]
  }

  /// From one second to ten years.
  public static let windows = Duration.seconds(1)...Duration.seconds(3_650 * 86_400)
}

extension AudienceActivity {
  /// The campaign of its survey.
  public var survey: CampaignID? { kind == .surveyAnswers ? name.map { CampaignID($0) } : nil }

  /// `number of purchase mug in the last 14 days`
  func words(_ names: AudienceNames) -> String {
    let called = survey.map { "“\(names.campaigns[$0] ?? $0.rawValue)”" } ?? name
    let with = filter.map { " with \(Wire.Filter($0).words)" } ?? ""
    let what = kind.label.lowercased() + (called.map { " \($0)" } ?? "") + with
    let window = within.map { " in the last \(Wire.words(milliseconds: $0.wholeMilliseconds))" } ?? ""
    return switch measure {
    case .count: "number of \(what)\(window)"
    case .sum(let path): "sum of \(path.joined(separator: ".")) of \(what)\(window)"
    case .first: "first \(what)\(window)"
    case .last: "last \(what)\(window)"
    }
  }
}
