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
  /// The same engine version reaches the same decisions, bit for bit. `firstDifference` is the first step where it did not.
  /// `docs/replay.md` explains how to get a recording from a device, and what it contains.
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
            segments.append((number, Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(of: number))))))
          }
        } else {
          let number = Recording.folder(in: url.deletingLastPathComponent().path).number(of: url.lastPathComponent)
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
              number: entries.count + 1, segment: number, at: step.at, input: step.input, effects: step.effects,
              isCompared: !(step.recorded.isEmpty && isDamaged), difference: step.recorded.isEmpty && isDamaged ? nil : Difference(step)))
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
        case .unreadable(let name): "\(name) cannot be read. Use a file engine.N, or the folder with these files."
        case .noRecording: "The folder has no file engine.N. Use the client's storage folder."
        case .noSnapshot(let problems):
          (["No file starts with a snapshot that this version can read."] + problems).joined(separator: " ")
        }
      }
    }
  }
}
