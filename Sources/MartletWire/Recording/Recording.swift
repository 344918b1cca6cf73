// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// The recording of all inputs and decisions of a device's engine, so that they can be
  /// reproduced: after a relaunch to restore its state, and on a developer's machine to see why
  /// (`docs/replay.md`).
  ///
  /// A recording consists of segments, files of `JournalFrame`s. Each segment starts with a
  /// snapshot of the engine and its definitions, if it has any. Then come the inputs, each followed
  /// by its results. Definitions contain no messages: a recording says when something was shown,
  /// not what.
  public enum Recording {
    /// The version of the frames. Readers do not read other versions.
    public static let formatVersion = 1
    /// The maximum number of bytes in a frame's payload. Longer documents are split.
    static let partBytes = 200 * 1_024

    /// The kinds of frames. Readers skip kinds that they do not know.
    enum Kind: UInt8 {
      case snapshot = 1
      /// A part of the snapshot's saved state. The text continues in the next part.
      case saved = 2
      /// Definitions follow, one campaign per frame. They apply from the next input `definitions`,
      /// or immediately after a snapshot.
      case definitions = 3
      case campaign = 4
      case input = 5
      /// The results of the previous input. Long lists take several frames.
      case results = 6
      /// The results of the previous inputs were carried out.
      case done = 7
    }

    /// The start of a segment: the versions, the settings and the user.
    public struct Snapshot: Equatable, Sendable {
      public var format = Recording.formatVersion
      /// The `DeliveryEngine.version` of the device.
      public var engineVersion = DeliveryEngine.version
      public var sdkVersion: String
      public var at: Instant
      public var policy: DeliveryEngine.Policy
      /// The device's offset from UTC.
      public var utcOffset: Duration
      /// Only for people. `utcOffset` is used.
      public var timeZone: String?
      public var userID: String?
      /// The number of parts of the saved state that follow.
      var savedParts = 0
      public var unknown: UnknownFields = [:]

      public init(
        sdkVersion: String, at: Instant, policy: DeliveryEngine.Policy, utcOffset: Duration,
        timeZone: String?, userID: String?
      ) {
        self.sdkVersion = sdkVersion
        self.at = at
        self.policy = policy
        self.utcOffset = utcOffset
        self.timeZone = timeZone
        self.userID = userID
      }
    }

    /// The head of definitions, before the campaigns.
    struct DefinitionsHead: Equatable, Sendable {
      var tag: String
      /// The user of the definitions, or nil for an anonymous person.
      var userID: String?
      var caps: [Cap]
      var count: Int
    }
  }
}

extension Wire.Recording.Snapshot: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(
      sdkVersion: "", at: Instant(milliseconds: 0), policy: DeliveryEngine.Policy(), utcOffset: .zero,
      timeZone: nil, userID: nil),
    unknown: \.unknown,
    .field("format", \.format, "The version of the frames.", .required),
    .field("engine", \.engineVersion, "The version of the device's engine.", .required),
    .field("sdk", \.sdkVersion, "The version of the device's SDK.", .required),
    .field("at", \.at, "When the segment starts.", .required),
    .field(
      "minimum_interval_ms", \.policy.minimumInterval, "The minimum time between two messages.", .required),
    .field("sync_patience_ms", \.policy.syncPatience, "How long an event waits for a sync.", .required),
    .field("reach_capacity", \.policy.reach.capacity, "How many banners, contents and data can wait."),
    .field("utc_offset_ms", \.utcOffset, "The device's offset from UTC.", .required),
    .field("time_zone", \.timeZone, "Only for people."), .field("user_id", \.userID, "Absent: anonymous."),
    .field("saved_parts", \.savedParts, "The number of parts of the saved state that follow.", .required))
}

extension Wire.Recording.DefinitionsHead: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(tag: "", userID: nil, caps: [], count: 0), unknown: nil,
    .field("tag", \.tag, "The tag of the definitions.", .required),
    .field("user_id", \.userID, "The user of the definitions. Absent: anonymous."),
    .field("caps", \.caps, "The caps shared by several campaigns."),
    .field("count", \.count, "The number of campaigns that follow.", .required))
}

/// The frames of a segment, as bytes to append.
extension Wire.Recording {
  /// The start of a segment.
  ///
  /// - Parameter definitions: the result of `definitionFrames` for the engine's definitions. Empty
  ///   if it has none.
  public static func head(_ snapshot: Snapshot, _ engine: DeliveryEngine, definitions: [UInt8]) -> [UInt8] {
    let text = EngineState(saved: SavedForm(engine.saved), inFlight: engine.inFlight).bytes
    var snapshot = snapshot
    snapshot.savedParts = (text.count + partBytes - 1) / partBytes
    var bytes = frame(.snapshot, Wire.encode(snapshot))
    for start in stride(from: 0, to: text.count, by: partBytes) {
      bytes += frame(.saved, Array(text[start..<min(start + partBytes, text.count)]))
    }
    return bytes + definitions
  }

  /// The definitions as frames: caps and rules, without messages.
  public static func definitionFrames(
    tag: String, userID: String?, campaigns: [Wire.Campaign], caps: [Wire.Cap]
  ) -> [UInt8] {
    var frames: [UInt8] = []
    var count = 0
    for campaign in campaigns {
      var campaign = campaign
      campaign.withoutContents()
      campaign.unknown = [:]
      let framed = frame(.campaign, Wire.encode(campaign))
      if !framed.isEmpty { count += 1 }
      frames += framed
    }
    return frame(
      .definitions, Wire.encode(DefinitionsHead(tag: tag, userID: userID, caps: caps, count: count))) + frames
  }

  /// An input and its results.
  public static func frames(of input: Input, effects: [DeliveryEngine.Effect]) -> [UInt8] {
    var bytes = frame(.input, Wire.encode(input))
    var part: [UInt8] = []
    for effect in effects {
      let result = RecordedResult(effect).bytes
      if part.count + result.count + 1 > partBytes, !part.isEmpty {
        bytes += frame(.results, part + [UInt8(ascii: "]")])
        part = []
      }
      part.append(part.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
      part += result
    }
    if !part.isEmpty { bytes += frame(.results, part + [UInt8(ascii: "]")]) }
    return bytes
  }

  /// Marks that all records of the previous inputs were written.
  public static var doneFrame: [UInt8] { frame(.done, []) }

  /// Empty if the payload is too long for a frame, which does not happen: an input of that size is
  /// refused long before.
  private static func frame(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
    (try? JournalFrame.encode(kind: kind.rawValue, payload: payload)) ?? []
  }
}
