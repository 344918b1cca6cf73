// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What each metric means, for its line `# HELP`. One place, because counters are made where things happen and one name is made in several.
enum MetricHelp {
  static let texts: [String: String] = [
    "martlet_http_requests_total": "Requests answered, by route, method and status.",
    "martlet_http_request_seconds": "Time from a request's head to its answer, by route.",
    "martlet_events_total": "Events received, by what became of them.",
    "martlet_commit_seconds": "Time until a batch of events was stored.",
    "martlet_limited_total": "Requests that were told to come again later, by limit.",
    "martlet_user_signatures_total":
      "Requests of devices that named a user while SDK authentication was not off: vouched for, or why not, by result.",
    "martlet_build_info": "Always 1; the version is in the label.",
    "martlet_uptime_seconds": "Time since the process began to serve.",
    "martlet_queue_batches": "Batches of events that wait to be stored.",
    "martlet_data_file_bytes": "Size of the data file.",
    "martlet_log_file_bytes": "Size of the write-ahead log beside the data file.",
    "martlet_disk_free_bytes": "Space that may still be written where the data are.",
    "martlet_retention_removed_total": "Rows that were removed because of their age, by what they were.",
    "martlet_retention_finished_seconds": "When the last removal by age came to its end, as Unix time; 0: not since the start.",
    "process_resident_memory_bytes": "Memory of the process that is in the machine's memory.",
    "process_open_fds": "Open file descriptors.",
    "process_max_fds": "Largest number of open file descriptors.",
  ]
}
