// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import Store

/// Why a campaign was not changed.
public enum AuthoringProblem: Error, Hashable, Sendable {
  case notFound
  /// Somebody changed it since it was read.
  case conflict
  /// It makes no sense in the campaign's state, or the campaign is not fit for it.
  case refused(CampaignProblem)
  /// Only drafts can be deleted.
  case cannotDelete(state: CampaignState)
  case store(StoreError)

  init(_ error: StoreError) {
    switch error {
    case .conflict: self = .conflict
    case .notFound: self = .notFound
    default: self = .store(error)
    }
  }
}
