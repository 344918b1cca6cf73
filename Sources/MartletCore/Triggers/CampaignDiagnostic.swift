// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why a campaign's definition cannot take part in decisions.
public enum CampaignDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// Without a trigger nothing makes the campaign a candidate.
  case noTrigger
  /// Two definitions carry this id and version and are not the same.
  case duplicate
  /// A mistake in the filter of the trigger at `trigger`, for example `triggers[0].triggers[1]`.
  case filter(trigger: String, FilterDiagnostic)
  /// A value out of its range, or triggers put together in a way that cannot fire.
  case rule(field: String, message: String)

  /// Where it is, for example `triggers[0].filter.all[1]`.
  public var field: String {
    switch self {
    case .noTrigger: "triggers"
    case .duplicate: "id"
    case .filter(let trigger, let diagnostic):
      diagnostic.position.isEmpty ? "\(trigger).filter" : "\(trigger).filter.\(diagnostic.fieldPath)"
    case .rule(let field, _): field
    }
  }

  /// What is wrong and what to do, in one sentence.
  public var message: String {
    switch self {
    case .noTrigger: "The campaign has no trigger; add one."
    case .duplicate: "Two different definitions carry this id and version; remove one."
    case .filter(_, let diagnostic): diagnostic.message
    case .rule(_, let message): message
    }
  }

  /// Field path, what is wrong and what to do.
  public var description: String { "\(field): \(message)" }
}

extension CampaignDefinition {
  /// Everything that keeps the definition from taking part in decisions; empty: it can run. The engine asks the same.
  ///
  /// - Parameter compilePattern: as in `Environment`.
  public func diagnostics(compilePattern: @escaping PatternCompiler) -> [CampaignDiagnostic] {
    var compiler = CampaignCompiler(compilePattern: compilePattern)
    _ = compiler.compile(self, caps: [])
    return compiler.diagnostics
  }
}
