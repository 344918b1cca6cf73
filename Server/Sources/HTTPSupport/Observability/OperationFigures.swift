// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore
public import Store

/// Values of the process, the store and this build that are read when somebody requests the
/// metrics, rather than counted.
public struct OperationFigures: Sendable {
  private let store: any Store
  private let version: String
  private let environment: Environment
  private let startedAt: Duration

  public init(store: any Store, version: String, environment: Environment) {
    self.store = store
    self.version = version
    self.environment = environment
    startedAt = environment.monotonicNow()
  }

  func samples() -> [MetricsRegistry.Sample] {
    let process = ProcessFigures()
    let (presence, store) = (store.presence, store.figures())
    let uptime = environment.monotonicNow() - startedAt
    let values: [(String, Double?)] = [
      ("martlet_connections_waiting", store.waitingForConnections.map(Double.init)),
      ("martlet_data_file_bytes", store.dataBytes.map(Double.init)),
      ("martlet_database_bytes", presence.map { Double($0.databaseBytes) }),
      ("martlet_disk_free_bytes", store.freeBytes.map(Double.init)),
      ("martlet_lock_waits", presence.map { Double($0.waitingForLocks) }),
      ("martlet_log_file_bytes", store.logBytes.map(Double.init)),
      ("martlet_queue_batches", Double(store.waitingBatches)),
      (
        "martlet_replica_lag_seconds",
        presence?.replicaLag.map { Double($0.wholeMilliseconds) / 1_000 }
      ), ("martlet_servers", presence.map { Double($0.servers) }),
      ("martlet_synchronous_standbys", presence?.synchronousStandbys.map(Double.init)),
      ("martlet_uptime_seconds", Double(uptime.wholeMilliseconds) / 1_000),
      ("process_max_fds", process.descriptorLimit),
      ("process_open_fds", process.openDescriptors), ("process_resident_memory_bytes", process.residentBytes),
    ]
    return [MetricsRegistry.Sample("martlet_build_info", [("version", version)], 1)]
      + values.compactMap { name, value in value.map { MetricsRegistry.Sample(name, [], $0) } }
  }
}

/// The resources that the process uses. Each value is nil where the system does not provide it.
struct ProcessFigures {
  var residentBytes: Double?
  var openDescriptors: Double?
  var descriptorLimit: Double?

  init() {
    // In pages; the second number is the pages in memory.
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    if let words, words.count > 1, let pages = Double(words[1]) {
      residentBytes = pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
    // One of the descriptors is for reading the folder itself.
    openDescriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map {
      Double($0.count - 1)
    }
    var limit = rlimit()
    #if os(Linux)
    let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
    let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    if isKnown { descriptorLimit = Double(limit.rlim_cur) }
  }
}
