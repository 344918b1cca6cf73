// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// What a device writes down of everything its engine was told and decided, so that the same can be decided again: after a relaunch, to
  /// know what it knew; on a developer's machine, to see why (`docs/replay.md`).
  ///
  /// A recording is a row of segments, files of `JournalFrame`s. Each segment begins with a snapshot of the engine and, when it holds any,
  /// its definitions; then come the inputs, each followed by what was decided on it. Definitions carry no message: a recording says when
  /// something was shown, not what.
  public enum Recording {
    /// Of the frames' form. A reader leaves a recording with another one alone.
    public static let formatVersion = 1
    /// Most bytes of one frame's payload; longer documents are split.
    static let partBytes = 200 * 1_024

    /// The kinds of frames; kinds that a reader does not know are left out.
    enum Kind: UInt8 {
      case snapshot = 1
      /// A part of the snapshot's saved state: text that goes on in the next part.
      case saved = 2
      /// Definitions follow, one frame a campaign. They count from the next input `definitions` on, or at once when they follow a snapshot.
      case definitions = 3
      case campaign = 4
      case input = 5
      /// A list of what followed from the input before; several for one input when it is long.
      case results = 6
      /// What followed from the inputs before was carried out.
      case done = 7
    }

    /// How a segment begins: who made it, and for whom.
    public struct Snapshot: Hashable, Sendable {
      public var format: Int
      /// `DeliveryEngine.version` of the device.
      public var engineVersion: Int
      public var sdkVersion: String
      public var at: Instant
      public var policy: DeliveryEngine.Policy
      /// How far the device's clock on the wall was ahead of UTC.
      public var utcOffset: Duration
      /// For people; the offset is what counts.
      public var timeZone: String?
      public var userID: String?
      /// How many parts of the saved state follow.
      var savedParts: Int
      public var unknown: UnknownFields

      public init(
        sdkVersion: String, at: Instant, policy: DeliveryEngine.Policy, utcOffset: Duration, timeZone: String?, userID: String?
      ) {
        format = Recording.formatVersion
        engineVersion = DeliveryEngine.version
        self.sdkVersion = sdkVersion
        self.at = at
        self.policy = policy
        self.utcOffset = utcOffset
        self.timeZone = timeZone
        self.userID = userID
        savedParts = 0
        unknown = [:]
      }
    }

    /// What stands before the campaigns of definitions.
    struct DefinitionsHead: Hashable, Sendable {
      var tag: String
      /// Whose they are; nil: an anonymous person's.
      var userID: String?
      var caps: [Cap]
      var count: Int
    }
  }
}

extension Wire.Recording.Snapshot: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    format = try fields.require("format")
    engineVersion = try fields.require("engine")
    sdkVersion = try fields.require("sdk")
    at = try fields.require("at")
    policy = DeliveryEngine.Policy(
      minimumInterval: .milliseconds(try fields.require("minimum_interval_ms", as: Int64.self)),
      syncPatience: .milliseconds(try fields.require("sync_patience_ms", as: Int64.self)))
    utcOffset = .milliseconds(try fields.require("utc_offset_ms", as: Int64.self))
    timeZone = try fields.take("time_zone")
    userID = try fields.take("user_id")
    savedParts = try fields.require("saved_parts")
    unknown = fields.takeRest()
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("format", format)
    fields.set("engine", engineVersion)
    fields.set("sdk", sdkVersion)
    fields.set("at", at)
    fields.set("minimum_interval_ms", policy.minimumInterval.wholeMilliseconds)
    fields.set("sync_patience_ms", policy.syncPatience.wholeMilliseconds)
    fields.set("utc_offset_ms", utcOffset.wholeMilliseconds)
    fields.set("time_zone", timeZone)
    fields.set("user_id", userID)
    fields.set("saved_parts", savedParts)
    return fields.json
  }
}

extension Wire.Recording.DefinitionsHead: FormValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      tag: try fields.require("tag"), userID: try fields.take("user_id"), caps: try fields.take("caps", default: []),
      count: try fields.require("count"))
  }

  var json: Wire.JSONValue {
    var fields = Fields(writing: [:])
    fields.set("tag", tag)
    fields.set("user_id", userID)
    fields.set("caps", caps, unless: [])
    fields.set("count", count)
    return fields.json
  }
}
