// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

extension ReportStore {
  /// Names of all custom events that devices have logged, for `CampaignLint`. nil when a missing name proves nothing: no device has logged any event
  /// yet, or there are too many names to know all of them.
  public func loggedEvents(app: AppID) async throws(StoreError) -> Set<String>? {
    let limit = CountLimits.eventNames
    let names = try await customEventNames(app: app, limit: limit)
    return names.isEmpty || names.count == limit ? nil : Set(names)
  }
}
