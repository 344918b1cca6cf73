// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

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
    /// Where the device decided differently. nil if it did not, or if the recorded results are damaged.
    public var difference: Difference?

    /// The decisions of this step, in order.
    public var decisions: [Decision] {
      effects.compactMap { if case .decided(let decision) = $0 { decision } else { nil } }
    }

    /// The outcomes of this step, in order.
    public var outcomes: [OutcomeRecord] {
      effects.compactMap { if case .record(let record) = $0 { record } else { nil } }
    }

    /// True if a decision, an outcome, a presentation or a rejection of this step names the campaign. Also true if an event was given up
    /// before any campaigns were known, because it could have matched this one.
    public func concerns(_ campaign: CampaignID) -> Bool {
      effects.contains { effect in
        switch effect {
        case .decided(let decision): decision.candidates.contains { $0.campaign == campaign }
        case .record(let record): record.campaign == campaign
        case .present(let presentation): presentation.campaign == campaign
        case .rejected(let rejected, _): rejected == campaign
        case .undecided: true
        case .clear, .hold, .withdraw, .noMatchingTrigger: false
        }
      }
    }
  }

  /// A result that differs, as JSON on both sides. nil: there was no result.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    /// The position in the results of the step, from 1.
    public var result: Int
    public var recorded: String?
    public var replayed: String?

    /// Both sides, one per line.
    public var description: String {
      "result \(result)\n  recorded: \(recorded ?? "nothing")\n  replayed: \(replayed ?? "nothing")"
    }

    /// nil: the two agree.
    init?(_ step: Wire.Recording.Player.Step) {
      let (recorded, replayed) = (step.recorded, step.results)
      guard recorded != replayed else { return nil }
      let first = zip(recorded, replayed).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      let position = first ?? min(recorded.count, replayed.count)
      result = position + 1
      self.recorded = position < recorded.count ? String(decoding: Wire.encode(recorded[position]), as: UTF8.self) : nil
      self.replayed = position < replayed.count ? String(decoding: Wire.encode(replayed[position]), as: UTF8.self) : nil
    }
  }
}
