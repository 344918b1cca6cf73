// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// `{"limit": 3, "within": "year"}`, in the caps of definitions with an optional `tag`.
  public struct Cap: Equatable, Sendable {
    /// Only in the caps of definitions. Absent: all campaigns together.
    public var tag: String?
    public var limit: Int
    /// `session`, `day`, `week`, `month`, `year`, `lifetime`.
    public var within: Open<Window>
    public var unknown: UnknownFields

    public init(tag: String? = nil, limit: Int, within: Open<Window>, unknown: UnknownFields = [:]) {
      self.tag = tag
      self.limit = limit
      self.within = within
      self.unknown = unknown
    }

    /// All windows except the session and the lifetime are durations that end now.
    public typealias Window = FrequencyCap.Window
  }
}

extension Wire.Cap: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(limit: 0, within: .known(.day)), unknown: \.unknown,
    .field(
      "tag", \.tag,
      "Only in shared caps: counts campaigns with this tag. Absent: counts all campaigns together."),
    .field(
      "limit", \.limit, "The maximum number of impressions.", .required,
      .range(1...Int64(FrequencyCap.maximumLimit))),
    .field("within", \.within, "The time window of the limit.", .required))
}

extension Wire.Cap {
  /// The wire form of a campaign's own cap.
  public init(_ cap: FrequencyCap) { self.init(limit: cap.limit, within: .known(cap.window)) }

  /// The wire form of a cap for several campaigns.
  public init(_ shared: SharedCap) {
    self.init(tag: shared.tag, limit: shared.cap.limit, within: .known(shared.cap.window))
  }

  func translated() throws(Wire.Untranslatable) -> FrequencyCap {
    FrequencyCap(limit, within: try within.understood("this time window", at: "within"))
  }
}

extension Wire.Definitions {
  /// The caps for several campaigns.
  ///
  /// - Throws: for a cap that this version cannot read or does not understand. Then no campaign may
  ///   run, because its limits are unknown.
  public func sharedCaps() throws(Wire.Untranslatable) -> [SharedCap] {
    if let unread = unreadCaps.first {
      throw Wire.Untranslatable(field: unread.field, message: unread.message)
    }
    for (index, cap) in caps.enumerated() where !(1...FrequencyCap.maximumLimit).contains(cap.limit) {
      throw Wire.Untranslatable(
        field: "caps[\(index)].limit", message: "A cap allows 1 to \(FrequencyCap.maximumLimit) impressions.")
    }
    return try caps.translated("caps") { cap throws(Wire.Untranslatable) in
      SharedCap(tag: cap.tag, try cap.translated())
    }
  }
}

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

    /// `after` starts at the last impression.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case always, once, after
    }
  }
}

extension Wire.ReEligibility: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(type: .known(.always)), unknown: \.unknown,
    .field("type", \.type, "Whether it can be shown again.", .required),
    .field(
      "after_ms", \.afterMilliseconds,
      "Only with `after`: how long after the last impression, from one second to 720 days."))
}

extension Wire.ReEligibility {
  /// nil for `always`, which is the meaning of an absent field.
  init?(_ reEligibility: ReEligibility) {
    switch reEligibility {
    case .always: return nil
    case .once: self.init(type: .known(.once))
    case .after(let duration): self.init(type: .known(.after), afterMilliseconds: duration.wholeMilliseconds)
    }
  }

  func translated() throws(Wire.Untranslatable) -> ReEligibility {
    switch try type.understood("this rule", at: "re_eligibility.type") {
    case .always: return .always
    case .once: return .once
    case .after:
      guard let afterMilliseconds else {
        throw Wire.Untranslatable(
          field: "re_eligibility.after_ms",
          message: "The time after which the campaign can be shown again is missing.")
      }
      return .after(.milliseconds(afterMilliseconds))
    }
  }
}
