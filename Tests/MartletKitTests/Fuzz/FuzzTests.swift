// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Everything that reads what strangers may have made: the wire, compressed bodies, and files that
/// were damaged on the disk.
///
/// No input may end the process, and none may take more than the time limit, which is generous:
/// what makes time and memory bounded are limits of length and depth, and a journal's scan counts
/// its steps (`JournalScanCostTests`). `MARTLET_FUZZ_CASES` sets the number of inputs of all
/// decoders together, 4,000 unless given; `MARTLET_PROPERTY_SEED` the first seed.
@Suite("Fuzzing", .timeLimit(.minutes(60)))
struct FuzzTests {
  @Test(arguments: FuzzTarget.all)
  func `no input ends the process, and what is read is written and read again as the same`(
    _ target: FuzzTarget
  ) throws {
    let corpus = try target.corpus()
    for (number, bytes) in corpus.enumerated() {
      #expect(target.read(bytes) == [], "good input number \(number) of: \(target.testDescription)")
    }
    var (read, refused) = (0, 0)
    let seeds = PropertyCases.fuzzSeeds(usual: 4_000 / FuzzTarget.all.count, targets: FuzzTarget.all.count)
    for seed in seeds {
      var mutator = Mutator(seed: seed, corpus: corpus)
      guard let complaints = target.read(mutator.next()) else {
        refused += 1
        continue
      }
      read += 1
      if !complaints.isEmpty {
        Issue.record("\(target.testDescription), seed \(seed): \(complaints.joined(separator: "; "))")
      }
    }
    // Both must have happened, or the mutations are too wild or too tame; a journal is never
    // refused.
    if seeds.count >= 200 {
      #expect(
        read > 5 && (refused > 5 || target.testDescription == "A journal"), "\(read) read, \(refused) refused"
      )
    }
  }

  @Test(
    arguments: ["[", "{\"a\":", "{\"filter\":{\"not\":"])
  func `the limit of depth holds for every form: deep nesting is refused, and takes no stack`(piece: String) {
    let bytes = Array(String(repeating: piece, count: 1_000_000 / piece.utf8.count).utf8)
    for target in FuzzTarget.all where target.testDescription != "A journal" {
      #expect(target.read(bytes) == nil)
    }
  }
}
