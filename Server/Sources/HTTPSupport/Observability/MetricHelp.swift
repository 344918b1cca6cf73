// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What each metric means, for its line `# HELP`. In one place, because counters are made where
/// things happen, and the same name in several places.
enum MetricHelp {
  static let texts: [String: String] = [
    "martlet_http_requests_total": "Requests answered, by route, method and status.",
    "martlet_http_request_seconds": "Time from the head of a request to its response, by route.",
    "martlet_events_total": "Events received, by result.",
    "martlet_commit_seconds": "Time until a batch of events was stored.",
    "martlet_limited_total": "Requests rejected by a limit, by limit.",
    "martlet_requests_shed_total": "Requests rejected because the server was overloaded.",
    "martlet_user_signatures_total":
      "Device requests with a user id while SDK authentication is on, by signature result.",
    "martlet_build_info": "Always 1; the version is in the label.",
    "martlet_uptime_seconds": "Time since the server started.",
    "martlet_queue_batches": "Batches of events waiting to be stored.",
    "martlet_data_file_bytes": "Size of the data file.",
    "martlet_log_file_bytes": "Size of the write-ahead log next to the data file.",
    "martlet_disk_free_bytes": "Free disk space for the data.",
    "martlet_retention_removed_total": "Rows removed by retention, by kind.",
    "martlet_retention_finished_seconds":
      "When the last retention run finished, as Unix time. 0: not since the start.",
    "process_resident_memory_bytes": "Resident memory of the process.",
    "process_open_fds": "Open file descriptors.",
    "process_max_fds": "Maximum number of open file descriptors.",
  ]
}
