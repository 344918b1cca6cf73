// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.DecisionRecord {
  /// The record for the server. It has the values that the gates compared, but no other properties of the event. Its size is limited:
  /// candidates beyond `Limits.decisionBytes` are only counted.
  public init(_ decision: Decision) {
    let kind = decision.event.kind
    self.init(
      decisionID: decision.id, eventID: decision.event.id, eventKind: kind.category.rawValue, eventName: kind.name, candidates: [])
    var bytes = 0
    for candidate in decision.candidates {
      let record = Candidate(candidate)
      bytes += record.bytes.count + 1
      guard bytes <= Wire.Limits.decisionBytes else { break }
      candidates.append(record)
    }
    omittedCandidates = decision.candidates.count - candidates.count
  }
}

extension Wire.DecisionRecord.Candidate {
  /// The candidate with the values that its gate compared, each up to `Limits.detailBytes` long.
  public init(_ candidate: Candidate) {
    let (verdict, detail): (Wire.DecisionRecord.Verdict, [String: Wire.JSONValue]) =
      switch candidate.verdict {
      case .chosen: (.chosen, [:])
      case .stopped(.filter(let miss)): (.filter, Self.detail(of: miss))
      case .stopped(.history(let progress)): (.history, Self.detail(of: progress))
      case .stopped(.reEligibility(let lastShown, let again)):
        (
          .reEligibility,
          ["last_shown_at": .int(lastShown.milliseconds)].merging(again.map { ["again_at": .int($0.milliseconds)] } ?? [:]) { $1 }
        )
      case .stopped(.cap(let scope, let cap, let count)): (.cap, Self.detail(of: scope, cap, count: count))
      case .stopped(.delayRuns(let until)): (.delayRuns, ["until": .int(until.milliseconds)])
      case .stopped(.notStarted(let startsAt)): (.notStarted, ["starts_at": .int(startsAt.milliseconds)])
      case .stopped(.ended(let endsAt)): (.ended, ["ends_at": .int(endsAt.milliseconds)])
      case .stopped(.quietHours(let until)): (.quietHours, ["until": .int(until.milliseconds)])
      case .stopped(.interval(let remaining, let minimum)):
        (.interval, ["remaining_ms": .int(remaining.wholeMilliseconds), "minimum_ms": .int(minimum.wholeMilliseconds)])
      case .stopped(.priority(let winner)): (.priority, ["winner": .string(winner.rawValue)])
      }
    self.init(campaignID: candidate.campaign.rawValue, campaignVersion: candidate.version, verdict: .known(verdict), detail: detail)
  }

  private static func detail(of progress: Progress) -> [String: Wire.JSONValue] {
    switch progress {
    case .count(let have, let repetition):
      [
        "have": .int(Int64(have)), "times": .int(Int64(repetition.times)), "match": .string(repetition.match.rawValue),
        "within": Wire.HistoryWindow(repetition.window).json,
      ]
    case .group(let have, let need, let window):
      ["have": .int(Int64(have)), "need": .int(Int64(need)), "within": Wire.HistoryWindow(window).json]
    }
  }

  private static func detail(of scope: CapScope, _ cap: FrequencyCap, count: Int) -> [String: Wire.JSONValue] {
    var detail: [String: Wire.JSONValue] = [
      "limit": .int(Int64(cap.limit)), "within": .string(cap.window.rawValue), "count": .int(Int64(count)),
    ]
    switch scope {
    case .campaign: detail["scope"] = "campaign"
    case .tag(let tag):
      detail["scope"] = "tag"
      detail["tag"] = .string(tag)
    case .all: detail["scope"] = "all"
    }
    return bounded(detail)
  }

  private static func detail(of miss: FilterMiss) -> [String: Wire.JSONValue] {
    let comparison = Wire.Comparison(Comparison(path: miss.path, operation: miss.operation))
    var detail: [String: Wire.JSONValue] = ["path": comparison.path.tree, "op": comparison.operation.json]
    detail["value"] = comparison.value
    detail["filter"] = comparison.filter?.json
    detail["actual"] = miss.actual.map { Wire.JSONValue($0) }
    if comparison.ignoringCase { detail["ignoring_case"] = true }
    if miss.isTypeMismatch { detail["type_mismatch"] = true }
    if miss.isNegated { detail["negated"] = true }
    return bounded(detail)
  }

  /// Cuts strings and leaves out other values that are longer than `Limits.detailBytes`; `omitted` names what was left out.
  private static func bounded(_ detail: [String: Wire.JSONValue]) -> [String: Wire.JSONValue] {
    var bounded = detail
    var omitted: [String] = []
    for (key, value) in detail where value.isLonger(than: Wire.Limits.detailBytes) {
      if case .string(let text) = value {
        bounded[key] = .string(text.cut(toEncodedBytes: Wire.Limits.detailBytes))
      } else {
        bounded[key] = nil
        omitted.append(key)
      }
    }
    if !omitted.isEmpty { bounded["omitted"] = omitted.sorted().tree }
    return bounded
  }
}

extension String {
  /// The longest beginning whose encoded form, with an ellipsis and quotes, fits.
  fileprivate func cut(toEncodedBytes limit: Int) -> String {
    var cut = ""
    // Quotes and the three bytes of the ellipsis.
    var bytes = 2 + 3
    for scalar in unicodeScalars {
      let piece = String(scalar)
      bytes += Wire.JSONValue.string(piece).encodedByteCount - 2
      guard bytes <= limit else { break }
      cut += piece
    }
    return cut + "…"
  }
}
