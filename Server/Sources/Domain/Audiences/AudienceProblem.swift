// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Why a rule cannot be used as a whole.
public enum AudienceProblem: Error, Hashable, Sendable {
  case missing(AudienceID)
  case missingCampaign(CampaignID)
  /// The audiences name each other in a circle, in this order.
  case circle([AudienceID])
  case tooManyConditions(limit: Int)
  case tooDeep(limit: Int)
  /// In words.
  case invalid(String)

  init(_ error: InvalidFilter) {
    for diagnostic in error.diagnostics {
      switch diagnostic.problem {
      case .tooManyComparisons(_, let limit):
        self = .tooManyConditions(limit: limit)
        return
      case .tooDeep(let limit):
        self = .tooDeep(limit: limit)
        return
      default: continue
      }
    }
    self = .invalid(error.diagnostics.map(\.description).joined(separator: " "))
  }
}
