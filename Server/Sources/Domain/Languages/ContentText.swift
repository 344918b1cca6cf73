// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// A text of what a campaign shows or sends: what templates fill in, and what other languages
/// replace.
public struct ContentText: Hashable, Sendable {
  /// What a text is for.
  public enum Role: Hashable, Sendable {
    /// People read it or hear it.
    case read
    /// A page, in HTML.
    case page
    /// The address of an image, or of what a tap opens.
    case address
    /// Only the app reads it.
    case app

    /// Whether a translation lacks something without it.
    public var isForPeople: Bool { self == .read || self == .page }
  }

  /// Its place in the campaign, such as `message.buttons[1].text`.
  public var field: String
  public var role: Role
  /// Its name for authors, such as `button 2`.
  public var words: String
  public var text: String
}

/// Walks through the texts of a form, and puts the result of `body` in the place of each.
struct TextWalk {
  /// The form's own place in the campaign, such as `message`.
  let place: String
  /// What the names of its texts begin with. Empty: nothing.
  let noun: String
  let body: (ContentText) -> String

  /// A text that is always there.
  func text(_ text: inout String, _ field: String, _ words: String, _ role: ContentText.Role = .read) {
    text = body(
      ContentText(
        field: "\(place).\(field)", role: role, words: noun.isEmpty ? words : "\(noun) \(words)", text: text))
  }

  /// A text that may be absent. Then there is nothing to replace.
  func text(_ optional: inout String?, _ field: String, _ words: String, _ role: ContentText.Role = .read) {
    guard var own = optional else { return }
    text(&own, field, words, role)
    optional = own
  }

  /// The values for the app that are texts.
  func extras(_ extras: inout [String: Wire.JSONValue]) {
    for case (let key, .string(var own)) in extras.sorted(by: { $0.key < $1.key }) {
      text(&own, "extras.\(key)", "extra \(key)", .app)
      extras[key] = .string(own)
    }
  }
}
