// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Backtest
import Domain
import MartletCore
import Pages

/// The values of the template `campaigns/backtest-job`: a backtest of everybody, while it runs and
/// when it is done.
struct BacktestJobPage {
  struct Progress {
    let title: String
    /// nil until it is known how many people there are.
    let bar: Bar?
  }

  struct Bar {
    let done: Int
    let all: Int
    let words: String
  }

  let path: String
  let backtestPath: String
  let periodWords: String
  /// Read aloud when it changes.
  let state: String
  /// Whether something will change.
  let isOpen: Bool
  let canCancel: Bool
  let progress: Progress?
  /// Why there is no result.
  let notice: String?
  let result: BacktestPage.Result?
  let limits: [String]

  /// - Parameter names: Of all campaigns.
  init(_ job: BacktestJobs.Job, names: [CampaignID: String], canCancel: Bool) {
    path = Self.path(job)
    backtestPath = "/campaigns/\(job.campaign.rawValue)/backtest"
    periodWords = "The \(job.days) days before \(UTCTime(job.askedAt).words)."
    isOpen = job.state.isOpen
    state = "The backtest is \(job.state.name)."
    self.canCancel = canCancel
    var (progress, notice, found): (Progress?, String?, BacktestResult?)
    switch job.state {
    case .waiting: progress = Progress(title: "Waiting for another backtest", bar: nil)
    case .running(let done, let all):
      let words = "\(NumberWords.count(done)) of \(NumberWords.plural(all, "person", "people"))"
      progress = Progress(title: "Running", bar: all == 0 ? nil : Bar(done: done, all: all, words: words))
    case .done(let result): found = result
    case .cancelled: notice = "This backtest was cancelled."
    case .failed:
      notice = "This backtest failed because the server could not read the data. Start it again later."
    }
    (self.progress, self.notice) = (progress, notice)
    result = found.map { BacktestPage.Result($0, names) }
    limits = found.map { BacktestWords($0).limits } ?? []
  }

  static func path(_ job: BacktestJobs.Job) -> String {
    "/campaigns/\(job.campaign.rawValue)/backtest/jobs/\(job.id)"
  }

  /// `14 days before 3 March 2026, 14:02 UTC: running`
  static func words(_ job: BacktestJobs.Job) -> String {
    "\(job.days) days before \(UTCTime(job.askedAt).words): \(job.state.name)"
  }
}
