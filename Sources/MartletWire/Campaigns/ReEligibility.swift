// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire {
  /// `{"type": "always"}`, `{"type": "once"}` or `{"type": "after", "after_ms": 86400000}`.
  public struct ReEligibility: Equatable, Sendable {
    public var type: Open<Kind>
    public var afterMilliseconds: Int64?
    public var unknown: UnknownFields

    public init(type: Open<Kind>, afterMilliseconds: Int64? = nil, unknown: UnknownFields = [:]) {
      self.type = type
      self.afterMilliseconds = afterMilliseconds
      self.unknown = unknown
    }

    /// `after` counts from the last impression.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case always, once, after
    }
  }
}

extension Wire.ReEligibility: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(type: .known(.always)), unknown: \.unknown,
    .field("type", \.type, "Whether it can be shown again.", .required),
    .field("after_ms", \.afterMilliseconds, "Only with `after`: how long after the last impression, from one second to 720 days."))
}

extension Wire.ReEligibility {
  /// nil for `always`, which its absence means.
  init?(_ reEligibility: ReEligibility) {
    switch reEligibility {
    case .always: return nil
    case .once: self.init(type: .known(.once))
    case .after(let duration): self.init(type: .known(.after), afterMilliseconds: duration.wholeMilliseconds)
    }
  }

  func translated() throws(Wire.Untranslatable) -> ReEligibility {
    switch type.known {
    case .always: return .always
    case .once: return .once
    case .after:
      guard let afterMilliseconds else {
        throw Wire.Untranslatable(
          field: "re_eligibility.after_ms", message: "The time after which the campaign can be shown again is missing.")
      }
      return .after(.milliseconds(afterMilliseconds))
    case nil: throw Wire.Untranslatable(field: "re_eligibility.type", message: "This version does not know this rule" + type.question)
    }
  }
}
