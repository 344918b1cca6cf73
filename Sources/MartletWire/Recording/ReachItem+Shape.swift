// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension ReachItem: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(
      id: "", campaign: "", traits: ReachTraits(form: .bannerOnly), receivedAt: Instant(milliseconds: 0)),
    unknown: nil,
    .field("item_id", \.id, "The delivery.", .required),
    .field("campaign_id", \.campaign, "The campaign.", .required),
    .field("campaign_version", \.version, "The campaign's version as received.", .required),
    .field("user_id", \.userID, "Absent: anonymous."),
    .field("form", \.traits.form, "Its surfaces.", .required),
    .field("delivery", \.traits.delivery, "When it can be shown."),
    .field("screens", \.traits.screens, "Where it can be shown."),
    .field("paced", \.traits.isPaced, "Whether the limits of messages apply."),
    .field("source", \.source, "How it came."),
    .field("received_at", \.receivedAt, "When it was received.", .required),
    .field("ends_at", \.endsAt, "When it ends."),
    .field("ends_at_local_ms", \.endsAtLocally, "The same, by the device's wall clock."),
    .field("expires_after_ms", \.expiresAfter, "How long it can be shown."),
    .field("loaded", \.isLoaded, "Whether its contents are on the device."),
    .field("event", \.event, "The event that triggered it, if the server renders it."),
    .field("test", \.isTest, "Whether nothing is counted."),
    .field("arm", \.arm, "The arm of the experiment that the person is in."))
}

/// A word of an enumeration in the recording. Recordings are only read by the version of the engine
/// that wrote them.
protocol RecordedWord: WireValue, RawRepresentable<String> {}

extension RecordedWord {
  static var form: ValueForm { .text }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    guard let value = Self(rawValue: try String.read(from: &parser)) else {
      throw .invalid("This version does not know the word.")
    }
    return value
  }

  func write(to writer: inout Wire.JSONWriter) { writer.write(rawValue) }
}

extension ReachTraits.Form: RecordedWord {}
extension ReachTraits.Delivery: RecordedWord {}
extension ReachItem.Source: RecordedWord {}
extension ReachItem.Arm: RecordedWord {}
extension ReachMachine.Stage: RecordedWord {}
extension ReachMachine.Current.Stage: RecordedWord {}

extension LocalTime: WireValue {
  static var form: ValueForm { .integer }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> LocalTime {
    LocalTime(milliseconds: try parser.integer())
  }

  func write(to writer: inout Wire.JSONWriter) { writer.write(milliseconds) }
}

extension SurveyAnswer: WireValue {
  static var form: ValueForm { .anything }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> SurveyAnswer {
    let json = try parser.value()
    guard let answer = SurveyAnswer(json: json) else {
      throw .wrongType(expected: "a list of ids, a whole number or a text", found: json)
    }
    return answer
  }

  func write(to writer: inout Wire.JSONWriter) { writer.write(json) }
}

extension SurveyAnswer {
  /// The answer on the wire: a list with the ids of choices, a number, or a text.
  public var json: Wire.JSONValue {
    switch self {
    case .choices(let ids): .array(ids.map { .string($0) })
    case .rating(let number): .int(Int64(number))
    case .text(let text): .string(text)
    }
  }

  /// nil if it is none of these.
  public init?(json: Wire.JSONValue) {
    switch json {
    case .string(let text): self = .text(text)
    case .int(let number): self = .rating(Int(clamping: number))
    case .array(let elements):
      let ids = elements.compactMap(\.string)
      guard ids.count == elements.count else { return nil }
      self = .choices(ids)
    default: return nil
    }
  }
}
