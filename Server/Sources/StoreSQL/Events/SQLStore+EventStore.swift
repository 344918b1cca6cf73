// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import MartletWire
public import Store

extension SQLStore {
  public func ingest(_ batch: IngestBatch) async throws(StoreError) -> [Wire.EventResult] {
    guard !batch.events.isEmpty else { return [] }
    try refuseEvents()
    let prepared = PreparedBatch(batch)
    let results = try await ingestion.ingest(prepared)
    publish([.facts(Set(prepared.people.lazy.map { ExactText($0) }), batch.appID)])
    return results
  }
}
