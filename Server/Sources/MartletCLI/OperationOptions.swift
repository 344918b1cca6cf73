// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MartletServer

/// Options for running a server for others.
struct OperationOptions: ParsableArguments {
  @Option(help: "Log format: text or json (MARTLET_LOG_FORMAT; default: text).")
  var logFormat: String?

  @Option(
    help:
      "Separate port for /metrics, /livez, /readyz and /version. /metrics is then not available on the main port (MARTLET_METRICS_PORT; default: none)."
  )
  var metricsPort: String?

  @Option(help: "Address of that port (MARTLET_METRICS_HOST; default: 127.0.0.1).")
  var metricsHost: String?

  @Flag(help: "Refuse to start with data of an older version, instead of migrating it (MARTLET_MIGRATE=no).")
  var noMigrate = false

  var words: [ServerConfiguration.Setting: String?] {
    [.logFormat: logFormat, .metricsPort: metricsPort, .metricsHost: metricsHost, .migrate: noMigrate ? "no" : nil]
  }
}

struct RetentionOptions: ParsableArguments {
  @Option(help: "Days to keep events. Their ids are kept, so that no event counts twice (MARTLET_KEEP_EVENTS; default: forever).")
  var keepEvents: String?

  @Option(help: "Days to keep the details of events in timelines (MARTLET_KEEP_TIMELINES; default: forever).")
  var keepTimelines: String?

  @Option(
    help:
      "Days to keep decisions with their reasons (MARTLET_KEEP_DECISIONS; default: the newest 1,000 of each campaign and reason)."
  )
  var keepDecisions: String?

  var words: [ServerConfiguration.Setting: String?] {
    [.keepEvents: keepEvents, .keepTimelines: keepTimelines, .keepDecisions: keepDecisions]
  }
}
