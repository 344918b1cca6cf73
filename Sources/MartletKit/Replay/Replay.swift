// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletCore
import MartletWire

extension Martlet {
  /// Replays a device's recording with this version's engine.
  ///
  ///     let replay = try Martlet.Replay(contentsOf: folder)
  ///     for entry in replay.explain("welcome") { print(entry.at, entry.decisions) }
  ///     if let entry = replay.firstDifference, let difference = entry.difference { print(entry.number, difference) }
  ///
  /// The same engine version reaches the same decisions, bit for bit. `firstDifference` is the
  /// first step where it did not. `docs/replay.md` explains how to get a recording from a device,
  /// and what it contains.
  public struct Replay: Sendable {
    /// All steps, oldest first.
    public private(set) var entries: [Entry] = []
    /// What could not be read, one line each. After damage, differences are expected.
    public private(set) var problems: [String] = []
    /// The size of the recording in bytes.
    public private(set) var byteCount = 0
    /// The number of bytes that could not be read.
    public private(set) var lostByteCount = 0
    /// The versions of the engines that made the recording, each once, in order.
    public private(set) var engineVersions: [Int] = []
    /// The versions of the SDKs that made the recording, each once, in order.
    public private(set) var sdkVersions: [String] = []

    /// Reads a file `engine.N`, or all such files in a folder, in order.
    public init(contentsOf url: URL) throws(Failure) {
      var segments: [(number: UInt64, bytes: [UInt8])] = []
      do {
        if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
          let folder = Recording.folder(in: url.path)
          for number in try folder.segments() {
            segments.append(
              (number, Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(of: number))))))
          }
        } else {
          let number = Recording.folder(in: url.deletingLastPathComponent().path).number(
            of: url.lastPathComponent)
          segments = [(number ?? 1, Array(try Data(contentsOf: url)))]
        }
      } catch {
        throw .unreadable(url.path)
      }
      guard !segments.isEmpty else { throw .noRecording }
      try self.init(segments: segments)
    }

    /// Replays files in the given order.
    public init(segments: [(number: UInt64, bytes: [UInt8])]) throws(Failure) {
      var player = Wire.Recording.Player()
      var hasSnapshot = false
      for (number, bytes) in segments {
        let before = player.problems.count
        var steps: [Wire.Recording.Player.Step] = []
        player.play(bytes, segment: number) { steps.append($0) }
        let isDamaged = player.problems.count > before
        for step in steps {
          entries.append(
            Entry(
              number: entries.count + 1, segment: number, at: step.at, input: step.input,
              effects: step.effects,
              isCompared: !(step.recorded.isEmpty && isDamaged),
              difference: step.recorded.isEmpty && isDamaged ? nil : Difference(step)))
        }
        guard let snapshot = player.snapshot, player.engine != nil else { continue }
        hasSnapshot = true
        if !engineVersions.contains(snapshot.engineVersion) { engineVersions.append(snapshot.engineVersion) }
        if !sdkVersions.contains(snapshot.sdkVersion) { sdkVersions.append(snapshot.sdkVersion) }
      }
      problems = player.problems
      (byteCount, lostByteCount) = (player.byteCount, player.lostByteCount)
      guard hasSnapshot else { throw .noSnapshot(problems) }
    }

    /// True if the whole recording was read.
    public var isWhole: Bool { problems.isEmpty }

    /// True if this version's engine made the whole recording. Then every difference is a bug.
    public var isSameEngine: Bool { engineVersions == [DeliveryEngine.version] }

    /// The first step where the device decided differently.
    public var firstDifference: Entry? { entries.first { $0.difference != nil } }

    /// The steps that concern a campaign.
    public func explain(_ campaign: CampaignID) -> [Entry] {
      entries.filter { $0.concerns(campaign) }
    }

    /// Why there is nothing to replay.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
      /// The file or folder does not exist or cannot be read.
      case unreadable(String)
      /// The folder has no file `engine.N`.
      case noRecording
      /// No file starts with a snapshot that this version can read. The value lists what was found.
      case noSnapshot([String])

      /// The problem and its remedy.
      public var description: String {
        switch self {
        case .unreadable(let name):
          "\(name) cannot be read. Use an engine.N file, or the folder with these files."
        case .noRecording: "The folder has no engine.N file. Use the client's storage folder."
        case .noSnapshot(let problems):
          (["No file starts with a snapshot that this version can read."] + problems).joined(separator: " ")
        }
      }
    }
  }
}

extension Martlet.Replay {
  /// An input of the engine, and its results.
  public struct Entry: Sendable {
    /// The number of the step, from 1, across all files.
    public var number: Int
    /// The number of the file: 7 for `engine.7`.
    public var segment: UInt64
    public var at: Instant
    public var input: DeliveryEngine.Input
    public var effects: [DeliveryEngine.Effect]
    /// False if the recorded results of this step are lost.
    public var isCompared: Bool
    /// Where the device decided differently. nil if it did not, or if the recorded results are
    /// damaged.
    public var difference: Difference?

    /// The decisions of this step, in order.
    public var decisions: [Decision] {
      effects.compactMap { if case .decided(let decision) = $0 { decision } else { nil } }
    }

    /// The outcomes of this step, in order.
    public var outcomes: [OutcomeRecord] {
      effects.compactMap { if case .record(let record) = $0 { record } else { nil } }
    }

    /// True if a decision, an outcome, a presentation or a rejection of this step names the
    /// campaign. Also true if an event was given up before any campaigns were known, because it
    /// could have matched this one.
    public func concerns(_ campaign: CampaignID) -> Bool {
      effects.contains { effect in
        switch effect {
        case .decided(let decision): decision.candidates.contains { $0.campaign == campaign }
        case .record(let record): record.campaign == campaign
        case .present(let presentation), .expose(let presentation): presentation.campaign == campaign
        case .rejected(let rejected, _): rejected == campaign
        case .undecided: true
        case .reach(let effect): effect.item?.campaign == campaign
        case .memberChanged, .screenFreed, .clear, .hold, .withdraw, .noMatchingTrigger: false
        }
      }
    }
  }

  /// A result that differs, as JSON on both sides. A side without a result is nil.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    /// The position in the results of the step, from 1.
    public var result: Int
    public var recorded: String?
    public var replayed: String?

    /// Both sides, one per line.
    public var description: String {
      "result \(result)\n  recorded: \(recorded ?? "nothing")\n  replayed: \(replayed ?? "nothing")"
    }

    /// nil if the two agree.
    init?(_ step: Wire.Recording.Player.Step) {
      let (recorded, replayed) = (step.recorded, step.results)
      guard recorded != replayed else { return nil }
      let first = zip(recorded, replayed).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      let position = first ?? min(recorded.count, replayed.count)
      result = position + 1
      self.recorded =
        position < recorded.count ? String(decoding: Wire.encode(recorded[position]), as: UTF8.self) : nil
      self.replayed =
        position < replayed.count ? String(decoding: Wire.encode(replayed[position]), as: UTF8.self) : nil
    }
  }
}
