// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import CoreMetrics
import NIOConcurrencyHelpers

/// Counters and histograms of this process, written as text for Prometheus. Passed in where needed;
/// nothing registers globally.
public final class MetricsRegistry: MetricsFactory {
  /// Upper bounds of the histograms' buckets, in seconds.
  static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private struct State {
    var counters: [Series: CountingCell] = [:]
    var gauges: [Series: GaugeCell] = [:]
    var histograms: [Series: HistogramCell] = [:]
  }

  struct Series: Hashable {
    var name: String
    /// `{route="…"}` or empty.
    var labels: String

    init(_ name: String, _ dimensions: [(String, String)]) {
      self.name = name
      labels = dimensions.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    }

    func labels(adding label: String? = nil) -> String {
      let all = [labels, label ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
      return all.isEmpty ? "" : "{\(all)}"
    }

    private static func escaped(_ value: String) -> String {
      value.reduce(into: "") { text, character in
        switch character {
        case "\\": text += "\\\\"
        case "\"": text += "\\\""
        case "\n": text += "\\n"
        default: text.append(character)
        }
      }
    }
  }

  /// A value that was read and not counted: a gauge.
  struct Sample {
    var series: Series
    var value: Double

    init(_ name: String, _ dimensions: [(String, String)], _ value: Double) {
      series = Series(name, dimensions)
      self.value = value
    }
  }

  private let state = NIOLockedValueBox(State())

  public init() {}

  // MARK: - MetricsFactory

  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    let series = Series(label, dimensions)
    return state.withLockedValue { Self.cell(series, in: &$0.counters) { CountingCell() } }
  }

  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
    -> any RecorderHandler
  {
    let series = Series(label, dimensions)
    return aggregate
      ? histogram(series) : state.withLockedValue { Self.cell(series, in: &$0.gauges) { GaugeCell() } }
  }

  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    histogram(Series(label, dimensions))
  }

  // Series live as long as the process: a counter that vanishes and comes back would look like a
  // restart.
  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}

  private func histogram(_ series: Series) -> HistogramCell {
    state.withLockedValue { Self.cell(series, in: &$0.histograms) { HistogramCell(bounds: Self.bounds) } }
  }

  /// The cell of the series, made when it is first requested.
  private static func cell<Cell>(_ series: Series, in cells: inout [Series: Cell], make: () -> Cell) -> Cell {
    if let cell = cells[series] { return cell }
    let cell = make()
    cells[series] = cell
    return cell
  }

  // MARK: - Text

  /// The text exposition format, version 0.0.4, of the counted values and the samples; sorted, so
  /// that two results can be compared.
  func exposition(with samples: [Sample] = []) -> String {
    let state = state.withLockedValue { $0 }
    var text = ""
    func sorted<Cell>(_ cells: [Series: Cell]) -> [(Series, Cell)] {
      cells.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }.map { ($0.key, $0.value) }
    }
    var previous = ""
    func header(_ name: String, _ type: String) {
      if name != previous {
        if let help = MetricHelp.texts[name] { text += "# HELP \(name) \(help)\n" }
        text += "# TYPE \(name) \(type)\n"
      }
      previous = name
    }
    for (series, cell) in sorted(state.counters) {
      header(series.name, "counter")
      text += "\(series.name)\(series.labels()) \(cell.value)\n"
    }
    let gauges = state.gauges.map { ($0.key, $0.value.value) } + samples.map { ($0.series, $0.value) }
    for (series, value) in gauges.sorted(by: { ($0.0.name, $0.0.labels) < ($1.0.name, $1.0.labels) }) {
      header(series.name, "gauge")
      text += "\(series.name)\(series.labels()) \(value)\n"
    }
    for (series, cell) in sorted(state.histograms) {
      header(series.name, "histogram")
      let snapshot = cell.snapshot
      for (bound, count) in zip(Self.bounds, snapshot.cumulative) {
        text += "\(series.name)_bucket\(series.labels(adding: "le=\"\(bound)\"")) \(count)\n"
      }
      text += "\(series.name)_bucket\(series.labels(adding: "le=\"+Inf\"")) \(snapshot.count)\n"
      text += "\(series.name)_sum\(series.labels()) \(snapshot.sum)\n"
      text += "\(series.name)_count\(series.labels()) \(snapshot.count)\n"
    }
    return text
  }
}

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
    "martlet_connections_waiting": "Questions and changes waiting for a connection to the database.",
    "martlet_database_bytes": "Size of the database, with its indexes.",
    "martlet_lock_waits": "Transactions in the database that wait for rows or tables that others have.",
    "martlet_replica_lag_seconds": "How far the replica is behind that reports are read from, or were.",
    "martlet_servers": "Servers that share the database, with this one.",
    "martlet_synchronous_standbys": "Standbys of the database that are synchronous.",
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
