// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Changing an experiment while it runs")
struct ExperimentChangeTests {
  private static let now = Draft.now

  private static func experiment(control: Int, _ shares: [Int], holdout: Int = 0) -> Wire.Experiment {
    Wire.Experiment(
      id: "x", variants: zip(["a", "b", "c"], shares).map { Wire.Experiment.Variant(id: $0, share: $1) },
      control: control, holdout: holdout
    )
  }

  private static func arms(_ experiment: Wire.Experiment, stored: [String: String] = [:]) -> [String] {
    let arms = ExperimentArms(experiment)
    return (0..<3_000).map { number in
      arms.arm(of: ExperimentStanding(unit: "\(number)", arms: stored["\(number)"].map { ["x": $0] } ?? [:]))
        ?? "none"
    }
  }

  @Test func `a change of shares begins an epoch, and moves only as many people as it must`() {
    let first = Self.experiment(control: 5_000, [5_000])
    let second = Self.experiment(control: 2_000, [5_000, 3_000]).following(first, at: Self.now)
    #expect(
      second.epochs == [.init(until: Self.now, control: 5_000, variants: [.init(id: "a", share: 5_000)])])
    let third = Self.experiment(control: 2_000, [8_000, 0]).following(second, at: Self.now + .seconds(1))
    #expect(third.epochs.count == 2 && third.epochs[0] == second.epochs[0])
    let (one, two, three) = (Self.arms(first), Self.arms(second), Self.arms(third))
    #expect(zip(one, two).allSatisfy { $0 == $1 || ($0 == "control" && $1 == "b") })
    #expect(zip(two, three).allSatisfy { $0 == $1 || ($0 == "b" && $1 == "a") })
    #expect(Set(two) == ["control", "a", "b"] && Set(three) == ["control", "a"])
    let arms = ExperimentArms(third)
    #expect(arms.names == ["control", "a", "b"] && arms.changes == [Self.now, Self.now + .seconds(1)])
    #expect((0..<3).map { arms.share(of: "b", in: $0) } == [0, 3_000, 0] && arms.share(of: "a") == 8_000)
  }

  @Test func `who has an arm keeps it, also one that is closed`() {
    let first = Self.experiment(control: 2_000, [4_000, 4_000])
    let before = Self.arms(first)
    let stored = Dictionary(uniqueKeysWithValues: before.enumerated().map { ("\($0.offset)", $0.element) })
    let second = Self.experiment(control: 0, [10_000, 0]).following(first, at: Self.now)
    #expect(Self.arms(second, stored: stored) == before)
    #expect(Set(Self.arms(second)) == ["a"])
  }

  @Test func `undoing a winner that changed no shares changes none, and the server chooses no other`() {
    var present = Self.experiment(control: 0, [10_000, 0])
    #expect(present.gives(everybody: "a") && !present.gives(everybody: "b"))
    (present.winner, present.choosesWinner) = ("a", true)
    var undone = present
    undone.winner = nil
    let next = undone.following(present, at: Self.now)
    #expect(next.winner == nil && !next.choosesWinner)
    #expect(next.divides(like: present) && next.epochs.isEmpty)
  }

  @Test func `what authors do not change begins nothing, and they cannot write epochs or a winner`() {
    let present = Self.experiment(control: 5_000, [5_000])
    var edited = present
    edited.variants[0].name = "Short"
    edited.epochs = [.init(until: Self.now, variants: [])]
    edited.winner = "a"
    let next = edited.following(present, at: Self.now)
    #expect(next.epochs.isEmpty && next.winner == nil && next.variants[0].name == "Short")
    #expect(edited.following(nil, at: Self.now).epochs.isEmpty)
    var again = edited
    again.id = "y"
    #expect(
      again.following(present, at: Self.now).epochs.isEmpty
        && again.following(present, at: Self.now).winner == nil)
  }

  @Test func `a winner stays until its shares or it itself change, and then the server chooses none`() {
    var before = Self.experiment(control: 2_000, [4_000, 4_000], holdout: 500)
    before.choosesWinner = true
    var won = before.giving(everybody: "b").following(before, at: Self.now)
    won.winner = "b"
    #expect(
      won.variants.map(\.share) == [0, 10_000] && won.control == 0 && won.holdout == 500
        && won.epochs.count == 1)
    #expect(won.following(won, at: Self.now + .seconds(1)) == won)
    var removed = won
    removed.winner = nil
    let undone = removed.following(won, at: Self.now + .seconds(1))
    #expect(
      undone.divides(like: before) && undone.winner == nil && !undone.choosesWinner
        && undone.epochs.count == 2)
    var other = won
    (other.control, other.variants[1].share) = (1_000, 9_000)
    let changed = other.following(won, at: Self.now + .seconds(1))
    #expect(
      changed.control == 1_000 && changed.winner == nil && !changed.choosesWinner && changed.epochs.count == 2
    )
  }

  @Test func `variants keep their places, and shares change only so often`() {
    var present = Self.experiment(control: 2_000, [4_000, 4_000])
    func codes(_ edited: Wire.Experiment) -> [String] {
      edited.problems(following: present).map { "\($0.field) \($0.code)" }
    }
    #expect(codes(Self.experiment(control: 6_000, [4_000])) == ["experiment.variants variants_moved"])
    var swapped = present
    swapped.variants.swapAt(0, 1)
    #expect(codes(swapped) == ["experiment.variants variants_moved"])
    #expect(codes(Self.experiment(control: 2_000, [4_000, 2_000, 2_000])).isEmpty)
    present.epochs = Array(repeating: .init(until: Self.now, variants: []), count: Wire.Experiment.mostEpochs)
    #expect(
      codes(Self.experiment(control: 1_000, [5_000, 4_000])) == ["experiment.variants too_many_epochs"])
    #expect(codes(present).isEmpty)
    var other = Self.experiment(control: 6_000, [4_000])
    other.id = "y"
    #expect(codes(other).isEmpty)
  }
}
