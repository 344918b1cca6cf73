// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why a campaign's definition cannot take part in decisions.
public enum CampaignDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// Without a trigger nothing makes the campaign a candidate.
  case noTrigger
  /// Two definitions carry this id and version and are not the same.
  case duplicate
  /// `trigger` counts from 0 in the order of the definition.
  case filter(trigger: Int, FilterDiagnostic)

  /// Field path, what is wrong and what to do.
  public var description: String {
    switch self {
    case .noTrigger: "triggers: The campaign has no trigger; add one."
    case .duplicate: "id: Two different definitions carry this id and version; remove one."
    case .filter(let trigger, let diagnostic):
      diagnostic.position.isEmpty
        ? "triggers[\(trigger)].filter: \(diagnostic.message)"
        : "triggers[\(trigger)].filter.\(diagnostic.fieldPath): \(diagnostic.message)"
    }
  }
}
