// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// `{"limit": 3, "within": "year"}`; among the caps of definitions with an optional `tag`.
  public struct Cap: Equatable, Sendable {
    /// Only in the caps of definitions; absent: all campaigns together.
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

    /// All but the session and the lifetime are lengths of time that end now.
    public typealias Window = FrequencyCap.Window
  }
}

extension Wire.Cap: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(limit: 0, within: .known(.day)), unknown: \.unknown,
    .field("tag", \.tag, "Only in shared caps: counts campaigns with this tag. Absent: counts all campaigns together."),
    .field("limit", \.limit, "The maximum number of impressions.", .required, .range(1...Int64(FrequencyCap.maximumLimit))),
    .field("within", \.within, "The time window of the limit.", .required))
}

extension Wire.Cap {
  /// The cap of one campaign, on the wire.
  public init(_ cap: FrequencyCap) {
    self.init(limit: cap.limit, within: .known(cap.window))
  }

  /// The cap over several campaigns, on the wire.
  public init(_ shared: SharedCap) {
    self.init(tag: shared.tag, limit: shared.cap.limit, within: .known(shared.cap.window))
  }

  func translated() throws(Wire.Untranslatable) -> FrequencyCap {
    guard let window = within.known else {
      throw Wire.Untranslatable(field: "within", message: "This version does not know this time window" + within.question)
    }
    return FrequencyCap(limit, within: window)
  }
}

extension Wire.Definitions {
  /// The caps over several campaigns.
  ///
  /// - Throws: for a cap that this version cannot read or does not understand. Then no campaign may run: nobody knows how often each may show.
  public func sharedCaps() throws(Wire.Untranslatable) -> [SharedCap] {
    if let unread = unreadCaps.first { throw Wire.Untranslatable(field: unread.field, message: unread.message) }
    for (index, cap) in caps.enumerated() where !(1...FrequencyCap.maximumLimit).contains(cap.limit) {
      throw Wire.Untranslatable(field: "caps[\(index)].limit", message: "A cap allows 1 to \(FrequencyCap.maximumLimit) impressions.")
    }
    return try caps.translated("caps") { cap throws(Wire.Untranslatable) in SharedCap(tag: cap.tag, try cap.translated()) }
  }
}
