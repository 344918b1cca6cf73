// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import Store

extension PushRunStore {
  /// All rows of a run, page by page.
  public func allPushDeliveries(run: String, app: AppID = "shop", page: Int) async throws(StoreError)
    -> [PushDelivery]
  {
    var rows: [PushDelivery] = []
    var after: String?
    repeat {
      let found = try await pushDeliveries(run: run, app: app, outcome: nil, after: after, limit: page)
      rows += found.elements
      after = found.next
    } while after != nil
    return rows
  }
}
