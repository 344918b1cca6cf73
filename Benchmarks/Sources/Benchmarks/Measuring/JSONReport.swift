// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// All tables of a run, for programs: what `--json` prints.
struct JSONReport: Encodable {
  struct Row: Encodable {
    var what: String
    var subject: String
    var subjectNanoseconds: Double
    var baseline: String
    var baselineNanoseconds: Double
    /// Median, lowest and highest of the rounds.
    var ratio: Double
    var lowest: Double
    var highest: Double
    var goal: String
    var isMet: Bool
  }

  struct Figure: Encodable {
    var what: String
    var figure: String
    var goal: String?
    var isMet: Bool?
  }

  var comparisons: [Row]
  /// Growth of the process for 1,000 definitions.
  var definitionsMemory: [Figure]
  /// Growth for 10,000 presentations.
  var liveMemory: [Figure]
  /// On the caller's thread.
  var client: [Figure]
  /// Of a run of pushes to many devices.
  var runs: [Figure]
  var overload: [Figure]
  var load: LoadFigures?
  var footprint: FootprintFigures?
  /// Of all goals.
  var isMet: Bool

  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.keyEncodingStrategy = .convertToSnakeCase
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

extension JSONReport.Row {
  init(_ comparison: Comparison) {
    let ratios = comparison.ratios.sorted()
    self.init(
      what: comparison.name, subject: comparison.subject.name, subjectNanoseconds: comparison.subject.median,
      baseline: comparison.baseline.name, baselineNanoseconds: comparison.baseline.median,
      ratio: comparison.medianRatio,
      lowest: ratios[0], highest: ratios[ratios.count - 1], goal: ResultTable.goal(comparison),
      isMet: comparison.isMet)
  }
}
