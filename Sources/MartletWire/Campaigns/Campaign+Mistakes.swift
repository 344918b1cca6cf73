// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Campaign {
  /// A mistake in a campaign: devices understand it, but its author cannot have intended it.
  public struct Mistake: Equatable, Sendable {
    /// The type of mistake. The raw value is stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
      /// A trigger waits for an event that no app can log.
      case impossibleEvent = "impossible_event"
      /// There are exceptions, which cancel a message during its delay, but no delay.
      case exceptionsWithoutDelay = "exceptions_without_delay"
      /// Two buttons have the same id, so their clicks are counted together.
      case duplicateButton = "duplicate_button"
      /// An unknown enumerated value, which devices read as the default.
      case unknownWord = "unknown_word"
      /// A message has a rule that only banners, content and data have.
      case notUsed = "not_used"
    }

    public var code: Code
    /// The field in the campaign's wire form, such as `triggers[0].name`.
    public var field: String
    /// The problem, in one sentence.
    public var message: String
    /// What to do, in one sentence.
    public var remedy: String
  }

  /// All mistakes, in the order of the fields.
  ///
  /// This checks what apps can log (`Wire.Limits`), not what they do log. Conditions are not
  /// checked.
  public var mistakes: [Mistake] {
    var found = triggers.enumerated().flatMap { $1.mistakes(at: "triggers[\($0)]") }
    found += rules.exceptions.enumerated().flatMap { $1.mistakes(at: "exceptions[\($0)]") }
    if !rules.exceptions.isEmpty, rules.delayMilliseconds ?? 0 <= 0 {
      found.append(
        Mistake(
          code: .exceptionsWithoutDelay, field: "exceptions",
          message: "Exceptions cancel a message during its delay, but this campaign has no delay.",
          remedy: "Set a delay, or remove the exceptions."))
    }
    var ids: [Int: Int] = [:]
    for (index, button) in (message?.buttons ?? []).enumerated() {
      if let first = ids[button.id] {
        found.append(
          Mistake(
            code: .duplicateButton, field: "message.buttons[\(index)].id",
            message:
              "Button \(first + 1) has the same id, \(button.id), so their clicks are counted together.",
            remedy: "Number the buttons from 0."))
      } else {
        ids[button.id] = index
      }
    }
    if message != nil { found += surfaceRules.mistakesForMessages }
    return found
      + (message?.unknownWords ?? []).map {
        Mistake(
          code: .unknownWord, field: "message." + $0.field, message: $0.message,
          remedy: "Correct it, or leave it out.")
      }
  }
}

extension Wire.SurfaceRules {
  /// What a message does not have, and its author may believe in.
  fileprivate var mistakesForMessages: [Wire.Campaign.Mistake] {
    func mistake(_ field: String, _ message: String) -> Wire.Campaign.Mistake {
      Wire.Campaign.Mistake(
        code: .notUsed, field: field, message: message,
        remedy: "Remove it, or show a banner or content instead.")
    }
    var found: [Wire.Campaign.Mistake] = []
    if category != nil { found.append(mistake("category", "Messages have no category.")) }
    if delivery != .known(.any) {
      found.append(mistake("delivery", "Messages only appear inside the app, whatever the delivery is."))
    }
    if !screens.isEmpty {
      found.append(mistake("screens", "Screens are not for messages, so this one appears on all of them."))
    }
    if isPaced {
      found.append(mistake("paced", "The minimum interval and the caps always apply to messages."))
    }
    return found
  }
}

extension Wire.Trigger {
  fileprivate func mistakes(at path: String) -> [Wire.Campaign.Mistake] {
    let parts = triggers.enumerated().flatMap { $1.mistakes(at: "\(path).triggers[\($0)]") }
    guard let name, let kind = kind.known, case .required = kind.traits.name else { return parts }
    func mistake(_ message: String, _ remedy: String) -> [Wire.Campaign.Mistake] {
      parts + [
        Wire.Campaign.Mistake(code: .impossibleEvent, field: path + ".name", message: message, remedy: remedy)
      ]
    }
    if kind == .customEvent, Wire.Limits.isReserved(name) {
      return mistake(
        "No app can log this event: names that start with \(Wire.Limits.reservedPrefix) are reserved.",
        "Use the name that the app logs.")
    }
    if name.unicodeScalars.count > Wire.Limits.nameLength {
      return mistake(
        "No app can log a name of more than \(Wire.Limits.nameLength) characters.",
        "Use the name that the app logs.")
    }
    return parts
  }
}
