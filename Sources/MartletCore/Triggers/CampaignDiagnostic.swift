// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why a campaign is excluded from decisions.
public enum CampaignDiagnostic: Equatable, Sendable, CustomStringConvertible {
  /// It has no trigger.
  case noTrigger
  /// Two different definitions have this id and version.
  case duplicate
  /// A mistake in the filter of the trigger at `trigger`, such as `triggers[0].triggers[1]`.
  case filter(trigger: String, FilterDiagnostic)
  /// A value is out of range, or a combination of triggers cannot fire.
  case rule(field: String, message: String)

  /// The path, such as `triggers[0].filter.all[1]`.
  public var field: String {
    switch self {
    case .noTrigger: "triggers"
    case .duplicate: "id"
    case .filter(let trigger, let diagnostic):
      diagnostic.position.isEmpty ? "\(trigger).filter" : "\(trigger).filter.\(diagnostic.fieldPath)"
    case .rule(let field, _): field
    }
  }

  /// The problem and its remedy.
  public var message: String {
    switch self {
    case .noTrigger: "The campaign has no trigger; add one."
    case .duplicate: "Two different definitions carry this id and version; remove one."
    case .filter(_, let diagnostic): diagnostic.message
    case .rule(_, let message): message
    }
  }

  /// The path, the problem and its remedy.
  public var description: String { "\(field): \(message)" }
}

extension CampaignDefinition {
  /// Everything that excludes the definition from decisions. Empty: it can run. The engine uses the same check.
  ///
  /// - Parameter compilePattern: as in `Environment`.
  public func diagnostics(compilePattern: @escaping PatternCompiler) -> [CampaignDiagnostic] {
    var compiler = CampaignCompiler(compilePattern: compilePattern)
    _ = compiler.compile(self, caps: [])
    return compiler.diagnostics
  }
}
