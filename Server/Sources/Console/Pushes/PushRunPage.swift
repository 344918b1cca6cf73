// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import Pushing

/// The values of the template `campaigns/pushes`.
struct PushRunPage {
  /// How many runs are shown, the newest first.
  static let shown = 20

  let id: String
  let name: String
  let path: String
  /// Whether the reader's role may send.
  let canSend: Bool
  /// What the reader's role lacks here.
  let roleNote: String?
  let form: PushRunForm
  let audiences: [Choice]
  let devices: [Choice]
  /// Set while the author is asked to confirm.
  let question: Question?
  let runs: [Run]
  /// Whether something may change soon, so that the page follows it.
  let isLive: Bool
  let hasMore: Bool

  struct Choice {
    let value: String
    let label: String
    let isChosen: Bool
  }

  struct Question {
    let title: String
    let words: String
    let verb: String
  }

  struct Run {
    let runID: String
    let path: String
    let audience: String
    let state: String
    let stateWords: String
    /// `Started 21 Nov 2026, 14:05 UTC`
    let times: String
    let reason: String?
    let progress: String
    let total: Int
    let done: Int
    let bars: [ReportSection.Bar]
    let actions: [Action]
  }

  struct Action {
    let value: String
    let verb: String
    let isBad: Bool
  }

  init(
    _ campaign: Campaign, form: PushRunForm, runs: [(PushRun, PushCounts)], testDevices: [String],
    role: Role = .owner
  ) {
    canSend = role.may(.publish)
    roleNote = role.note
    id = campaign.id.rawValue
    name = campaign.name
    path = PushRunRoutes.path(campaign.id)
    self.form = form
    audiences = PushRunForm.Audience.allCases.map {
      Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == form.audience)
    }
    devices = testDevices.map { Choice(value: $0, label: $0, isChosen: $0 == form.device) }
    question = form.isAsked ? Question(form, campaign) : nil
    self.runs = runs.map { Run($0, $1, of: campaign.id, role: role) }
    isLive = runs.contains { [.scheduled, .preparing, .sending].contains($0.0.state) }
    hasMore = runs.count == Self.shown
  }
}

extension PushRunPage.Question {
  fileprivate init(_ form: PushRunForm, _ campaign: Campaign) {
    let people = form.users.split(separator: "\n").count { !$0.allSatisfy(\.isWhitespace) }
    let whom =
      switch form.audience {
      case .everybody: "everybody who has the app"
      case .users: NumberWords.plural(people, "user", "users")
      case .device: "the test device \(form.device)"
      case .lab: "the phones in the Device Lab"
      case .event: "each person who does what triggers it"
      }
    let isNow = form.startsAt.isEmpty
    let date = form.startsAt.replacing("T", with: ", ") + " UTC"
    title = "Send “\(campaign.name)” to \(whom)?"
    let divided = [.device, .lab].contains(form.audience) ? nil : campaign.definition.pushExperiment
    let arms = divided.map { " By the experiment: \($0.words)." } ?? ""
    if form.audience == .event {
      words =
        "From \(isNow ? "now" : date) on, it is sent on each such event, to all devices of the person, until you cancel it here."
        + arms
      verb = isNow ? "Start" : "Schedule"
    } else {
      words =
        "It is sent \(isNow ? "now" : "on " + date), once to each device. What was sent cannot be taken back."
        + arms
      verb = isNow ? "Send now" : "Schedule"
    }
  }
}

extension PushRunPage.Run {
  fileprivate init(_ run: PushRun, _ counts: PushCounts, of campaign: CampaignID, role: Role) {
    runID = run.id
    path = PushRunRoutes.path(campaign) + "/" + run.id
    audience = run.audience.words
    state = run.state.chip
    stateWords = run.state.rawValue.capitalisingFirst
    let ended = run.finishedAt.map { ", ended \(UTCTime($0).words)" } ?? ""
    times =
      (run.state == .scheduled ? "Starts " : "Started ") + UTCTime(run.startedAt ?? run.startsAt).words
      + ended
    reason = run.reason.map { reason in
      let words = PushReasonWords.sentence(reason) ?? "APNs answered \(reason)."
      return switch run.state {
      case .paused: "Paused by the server: \(words) Correct it and resume the run."
      case .scheduled, .preparing, .sending: "Waits: \(words)"
      case .cancelled, .finished: words
      }
    }
    total = counts.total
    done = counts.total - counts.waiting
    progress =
      run.audience == .event && !run.state.isOver
      ? "\(NumberWords.plural(counts.total, "push", "pushes")) so far, on events of people"
      : counts.total == 0 && run.state == .finished
        ? "Nobody of this audience has a device with push notifications"
        : "\(NumberWords.count(done)) of \(NumberWords.plural(counts.total, "device", "devices")) done"
    bars = PushOutcome.allCases.filter { counts.outcomes[$0, default: 0] > 0 }.map {
      ReportSection.Bar($0, of: counts, unit: ("device", "devices"))
    }
    actions = (role.may(.publish) ? run.allowedActions : []).map {
      PushRunPage.Action(value: $0.rawValue, verb: $0.rawValue.capitalisingFirst, isBad: $0 == .cancel)
    }
  }
}

extension PushRunForm.Audience {
  fileprivate var label: String {
    switch self {
    case .everybody: "Everybody who has the app"
    case .users: "Users, by their ids"
    case .device: "A test device"
    case .lab: "The phones in the Device Lab"
    case .event: "Each person who does what triggers it"
    }
  }
}

extension PushRun.Audience {
  fileprivate var words: String {
    switch self {
    case .everybody: "Everybody"
    case .users(let users): NumberWords.plural(users.count, "user", "users")
    case .devices(let devices):
      devices.isEmpty ? "Devices, by their ids" : NumberWords.plural(devices.count, "device", "devices")
    case .device(let id): "Test device \(id)"
    case .lab: "Device Lab"
    case .event: "On events"
    }
  }
}

extension PushRun.State {
  /// The name of its colour, which it shares with states of campaigns.
  fileprivate var chip: String {
    switch self {
    case .scheduled: "draft"
    case .preparing, .sending: "running"
    case .paused: "paused"
    case .cancelled, .finished: "finished"
    }
  }
}

extension PushOutcome {
  /// What it means, in a few words.
  var words: String {
    switch self {
    case .sent: "Sent"
    case .noToken: "No push token"
    case .notAllowed: "Notifications not allowed"
    case .optedOut: "Opted out"
    case .heldOut: "In the global holdout"
    case .withheld: "Withheld by the experiment"
    case .notEligible: "Not in the audience"
    case .capped: "Frequency cap reached"
    case .tokenInvalid: "Token no longer valid"
    case .expired: "Expired"
    case .refused: "Refused by APNs"
    case .gaveUp: "Given up after 12 attempts"
    case .noKey: "No key for its environment"
    case .missingValue: "A value for the text is missing"
    case .userNotVerified: "User not verified"
    case .tooLarge: "Too large"
    case .personChanged: "Somebody else uses the device"
    case .cancelled: "Cancelled"
    }
  }
}
