// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The findings about campaigns, for people and for programs.
public struct LintReport: Sendable {
  let findings: [LintFinding]
  let names: [String: String]
  /// The number of campaigns that were checked.
  let count: Int
  public let problems: [LintInput.Problem]

  /// 0: no findings, or only hints; 1: warnings or errors; 2: something could not be read.
  public var exitStatus: Int32 {
    if !problems.isEmpty { return 2 }
    return findings.contains { $0.severity != .hint } ? 1 : 0
  }

  /// One sentence for each finding, most serious first, and a summary.
  public var lines: [String] {
    let found = findings.map {
      "\($0.severity.rawValue): “\(name($0.campaign))”, \($0.field): \($0.message) \($0.remedy)"
    }
    let campaigns = count == 1 ? "1 campaign" : "\(count) campaigns"
    guard !findings.isEmpty else { return ["No findings in \(campaigns)."] }
    return found + ["\(findings.count == 1 ? "1 finding" : "\(findings.count) findings") in \(campaigns)."]
  }

  /// `{"campaigns": 3, "findings": […], "problems": […]}`
  public var json: String {
    let findings = findings.map { finding -> Wire.JSONValue in
      [
        "severity": .string(finding.severity.rawValue), "code": .string(finding.code.rawValue),
        "campaign": reference(finding.campaign),
        "others": .array(finding.others.map(reference)), "field": .string(finding.field),
        "message": .string(finding.message),
        "remedy": .string(finding.remedy),
      ]
    }
    let problems = problems.map { problem -> Wire.JSONValue in
      ["file": .string(problem.file), "field": .string(problem.field), "message": .string(problem.message)]
    }
    let document: Wire.JSONValue = [
      "campaigns": .int(Int64(count)), "findings": .array(findings), "problems": .array(problems),
    ]
    return String(decoding: Wire.encode(document, layout: .pretty), as: UTF8.self)
  }

  private func name(_ id: CampaignID) -> String { names[id.rawValue] ?? id.rawValue }

  private func reference(_ id: CampaignID) -> Wire.JSONValue {
    ["id": .string(id.rawValue), "name": .string(name(id))]
  }
}
