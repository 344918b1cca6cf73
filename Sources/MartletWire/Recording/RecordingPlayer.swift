// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Recording {
  /// Replays segments with an engine: the same values, inputs and times lead to the same decisions.
  ///
  ///     var player = Wire.Recording.Player()
  ///     player.play(bytes, segment: 7) { step in … }
  ///     player.engine          // as it was when the recording ends
  public struct Player: Sendable {
    /// An input with the engine's results now and on the device.
    public struct Step: Sendable {
      public var segment: UInt64
      public var at: Instant
      public var input: DeliveryEngine.Input
      public var effects: [DeliveryEngine.Effect]
      /// The effects in the form of the recording.
      public var results: [Wire.JSONValue] { effects.map { RecordedResult($0).tree } }
      /// The recorded results.
      public var recorded: [Wire.JSONValue]
      /// The record that was added to the journal with it, independent of the results.
      public var record: Wire.EventRecord?
    }

    /// The snapshot of the last segment.
    public private(set) var snapshot: Snapshot?
    /// The engine, or nil before the first snapshot.
    public private(set) var engine: DeliveryEngine?
    /// The tag of the engine's definitions, or nil if it has none.
    public private(set) var tag: String?
    /// The frames of these definitions, as they were read.
    public private(set) var definitionFrames: [UInt8] = []
    /// The last step, if nothing says that its results were carried out, because the process may
    /// have ended before.
    public private(set) var openStep: Step?
    /// What could not be read, with its segment.
    public private(set) var problems: [String] = []
    /// The size of all segments in bytes.
    public private(set) var byteCount = 0
    /// The number of bytes that could not be read.
    public private(set) var lostByteCount = 0

    private let compilePattern: PatternCompiler
    private let clock: WallOffset
    private let known: Known?
    private var saved: (expected: Int, text: [UInt8]) = (0, [])
    private var received: Received?
    private var step: Step?

    /// Definitions that the reader already has.
    public struct Known: Sendable {
      public var tag: String
      public var userID: String?
      public var definitions: [CampaignDefinition]
      public var caps: [SharedCap]

      public init(tag: String, userID: String?, definitions: [CampaignDefinition], caps: [SharedCap]) {
        self.tag = tag
        self.userID = userID
        self.definitions = definitions
        self.caps = caps
      }

      fileprivate func stands(for head: DefinitionsHead) -> Bool {
        tag == head.tag && userID.isExactly(head.userID) && definitions.count == head.count
      }
    }

    private struct Received {
      var head: DefinitionsHead
      var definitions: [CampaignDefinition] = []
      var frames: [UInt8]
      var count = 0
    }

    /// Creates a player.
    ///
    /// - Parameters:
    ///   - known: definitions that are not read from the recording if it has them with the same
    ///     tag.
    ///   - clock: the engine's time zone offset. It keeps working after the end of the recording.
    public init(
      compilePattern: @escaping PatternCompiler = Pattern.compiler, known: Known? = nil,
      clock: WallOffset = WallOffset()
    ) {
      self.compilePattern = compilePattern
      self.known = known
      self.clock = clock
    }

    /// Replays the next segment. Damage is reported in `problems` and only affects the damaged
    /// frames.
    public mutating func play(_ bytes: [UInt8], segment: UInt64, steps: (Step) -> Void) {
      let scan = JournalFrame.scan(bytes)
      byteCount += bytes.count
      lostByteCount += scan.damage.reduce(0) { $0 + $1.range.count }
      for damage in scan.damage {
        switch damage {
        case .tornTail(let range):
          problems.append("engine.\(segment): the last write was cut off; \(range.count) bytes are lost")
        case .corrupt(let range):
          problems.append("engine.\(segment): \(range.count) bytes from \(range.lowerBound) are damaged")
        }
      }
      for record in scan.records {
        do throws(Wire.DecodingProblem) {
          try read(record, Array(bytes[record.range]), segment, steps)
        } catch {
          lostByteCount += record.range.count
          problems.append(
            "engine.\(segment): a frame cannot be read: \(error.field.isEmpty ? "" : error.field + ": ")\(error.message)"
          )
        }
      }
      flush(steps)
    }

    private mutating func read(
      _ record: JournalScan.Record, _ frame: [UInt8], _ segment: UInt64, _ steps: (Step) -> Void
    )
      throws(Wire.DecodingProblem)
    {
      guard let kind = Kind(rawValue: record.kind) else {
        lostByteCount += record.range.count
        return problems.append(
          "engine.\(segment): a frame of kind \(record.kind) was written by a newer version and was skipped")
      }
      switch kind {
      case .snapshot:
        flush(steps)
        let read = try Wire.decode(Snapshot.self, from: record.payload)
        guard read.format == Wire.Recording.formatVersion else {
          (snapshot, engine) = (nil, nil)
          return problems.append(
            "engine.\(segment) has format \(read.format); this version reads format \(Wire.Recording.formatVersion)"
          )
        }
        snapshot = read
        openStep = nil
        (isFresh, state, received) = (false, nil, nil)
        // Until this segment's state is complete, the engine of the previous segment stays, unless
        // it belongs to another user.
        if !(engine?.userID).isExactly(read.userID) { (engine, tag, definitionFrames) = (nil, nil, []) }
        saved = (read.savedParts, [])
      case .saved:
        saved.text += record.payload
        saved.expected -= 1
        if saved.expected == 0 { try restore(segment) }
      case .definitions:
        flush(steps)
        received = Received(head: try Wire.decode(DefinitionsHead.self, from: record.payload), frames: frame)
        try adoptAfterSnapshot(segment)
      case .campaign:
        guard received != nil else { return }
        received?.frames += frame
        received?.count += 1
        if let head = received?.head, known?.stands(for: head) != true {
          let campaign = try Wire.decode(Wire.Campaign.self, from: record.payload)
          do {
            received?.definitions.append(try campaign.definition())
          } catch {
            problems.append("engine.\(segment): campaign \(campaign.id): \(error)")
          }
        }
        try adoptAfterSnapshot(segment)
      case .input:
        flush(steps)
        let input = try Wire.decode(Input.self, from: record.payload)
        (isFresh, state) = (false, nil)
        clock.set(input.utcOffset)
        apply(input, segment)
      case .results:
        guard case .array(let results) = try Wire.decode(Wire.JSONValue.self, from: record.payload) else {
          return
        }
        step?.recorded += results
      case .done:
        flush(steps)
        openStep = nil
      }
    }

    /// True after a snapshot, until the first input: definitions are then those that the engine
    /// already had.
    private var isFresh = false
    private var state: (saved: DeliveryEngine.Saved, inFlight: DeliveryEngine.InFlight)?

    private mutating func restore(_ segment: UInt64) throws(Wire.DecodingProblem) {
      guard let snapshot else { return }
      clock.set(snapshot.utcOffset)
      let json = try Wire.decode(Wire.JSONValue.self, from: saved.text)
      saved = (0, [])
      guard let savedJSON = json["saved"], let inFlight = json["in_flight"] else { throw .missing("saved") }
      var dropped: [Wire.DecodingProblem] = []
      let state = (
        saved: DeliveryEngine.Saved(json: savedJSON, dropped: &dropped),
        inFlight: try DeliveryEngine.InFlight(tree: inFlight)
      )
      for problem in dropped { problems.append("engine.\(segment): \(problem.field): \(problem.message)") }
      self.state = state
      var restored = makeEngine(snapshot)
      restored.resume(state.saved, state.inFlight)
      engine = restored
      isFresh = true
    }

    private func makeEngine(_ snapshot: Snapshot) -> DeliveryEngine {
      let clock = clock
      return DeliveryEngine(
        policy: snapshot.policy,
        environment: Environment(
          now: { snapshot.at }, monotonicNow: { .zero }, makeID: { "" }, random: { 0 }, sleep: { _ in },
          compilePattern: compilePattern,
          utcOffset: { clock.offset(at: $0) }))
    }

    /// Adopts the definitions after a snapshot when they are complete. The engine already had them.
    private mutating func adoptAfterSnapshot(_ segment: UInt64) throws(Wire.DecodingProblem) {
      guard isFresh, let received, received.count == received.head.count, let snapshot, let state else {
        return
      }
      guard let (definitions, caps) = complete(received, segment) else { return }
      var restored = makeEngine(snapshot)
      _ = restored.handle(.definitionsReceived(definitions, caps: caps), at: snapshot.at)
      restored.resume(state.saved, state.inFlight)
      engine = restored
      (tag, definitionFrames) = (received.head.tag, received.frames)
      self.received = nil
    }

    private mutating func complete(_ received: Received, _ segment: UInt64) -> (
      [CampaignDefinition], [SharedCap]
    )? {
      if let known, known.stands(for: received.head) { return (known.definitions, known.caps) }
      do throws(Wire.Untranslatable) {
        return (
          received.definitions,
          try Wire.Definitions(tag: received.head.tag, campaigns: [], caps: received.head.caps).sharedCaps()
        )
      } catch {
        problems.append("engine.\(segment): \(error)")
        return nil
      }
    }

    private mutating func apply(_ recorded: Input, _ segment: UInt64) {
      let input: DeliveryEngine.Input
      switch recorded.body {
      case .other(let other): input = other
      case .definitions:
        guard let received, let (definitions, caps) = complete(received, segment) else {
          return problems.append("engine.\(segment): definitions are missing")
        }
        if received.count != received.head.count {
          problems.append("engine.\(segment): \(received.head.count - received.count) campaigns are missing")
        }
        input = .definitionsReceived(definitions, caps: caps)
        (tag, definitionFrames) = (received.head.tag, received.frames)
        self.received = nil
      }
      guard let effects = engine?.handle(input, at: recorded.at) else {
        return problems.append("engine.\(segment): an input before any readable snapshot was skipped")
      }
      if engine?.hasDefinitions != true { (tag, definitionFrames) = (nil, []) }
      step = Step(
        segment: segment, at: recorded.at, input: input, effects: effects, recorded: [],
        record: recorded.record)
    }

    private mutating func flush(_ steps: (Step) -> Void) {
      guard let done = step else { return }
      step = nil
      openStep = done
      steps(done)
    }
  }
}
