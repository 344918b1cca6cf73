// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import Pushing
import Store

/// What an author typed to send a push.
struct PushRunForm {
  enum Audience: String, CaseIterable { case everybody, users, event, device, lab }

  /// The run has this id, so that the form starts one run however often it is sent.
  var id: String
  var audience = Audience.everybody
  var users = ""
  var device = ""
  var startsAt = ""
  var perMinute = ""
  /// By field.
  var problems: [String: String] = [:]
  /// What concerns no single field.
  var problem: String?
  /// Whether the author must confirm it now.
  var isAsked = false

  init(id: String) { self.id = id }

  init(_ fields: FormFields) {
    id = fields["id"] ?? ""
    audience = fields["audience"].flatMap(Audience.init) ?? .everybody
    users = FormText.lines(fields["users"] ?? "")
    device = fields["device"] ?? ""
    startsAt = (fields["starts_at"] ?? "").trimmed
    perMinute = (fields["per_minute"] ?? "").trimmed
  }

  /// nil if something cannot be read, which is then among the problems.
  mutating func reading(campaign: CampaignID) -> PushRunRequest? {
    let people = users.split(separator: "\n").map { String($0).trimmed }.filter { !$0.isEmpty }
    let run: PushRun.Audience =
      switch audience {
      case .everybody: .everybody
      case .users: .users(people)
      case .device: .device(device)
      case .lab: .lab
      case .event: .event
      }
    var asked = PushRunRequest(id: id.nilIfEmpty, campaignID: campaign, audience: run)
    if !startsAt.isEmpty {
      asked.startsAt = FormText.instant(startsAt)
      if asked.startsAt == nil {
        problems["starts_at"] = "This is not a date and time. Enter it like 2026-11-21T14:05, in UTC."
      }
    }
    if !perMinute.isEmpty {
      asked.perMinute = Int(perMinute)
      if asked.perMinute == nil { problems["per_minute"] = "This is not a whole number." }
    }
    return problems.isEmpty ? asked : nil
  }

  mutating func show(_ found: Rejection) {
    switch found {
    case .invalid(_, let diagnostics):
      for diagnostic in diagnostics {
        let field = String(diagnostic.field.prefix { $0 != "[" })
        // Only programs bring values.
        guard diagnostic.code != "value_missing" else {
          problem = diagnostic.message + " Send it on events, or with the management API."
          continue
        }
        problems[field] = diagnostic.message + (diagnostic.remedy.map { " " + $0 } ?? "")
      }
    case .noKey: problem = "There is no APNs key. Add one in Settings."
    case .notRunning:
      problem = "Only a running campaign is sent to people. Launch it, or choose a test device."
    case .noPush: problem = "The campaign has no notification, and its triggers deliver what it shows."
    default: problem = "The push cannot be sent now. Try again."
    }
  }
}
