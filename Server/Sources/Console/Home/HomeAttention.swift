// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pushing

/// Something that a person should look at, with the place where it is solved.
struct HomeAttention: Hashable {
  let tone: String
  let text: String
  let link: String
  let href: String

  /// The most that are listed.
  static let most = 12

  /// For so long, an automatic winner is told.
  static let tellsWinner = Duration.seconds(14 * 86_400)

  /// The name of the variant that the server chose not long ago; nil if there is none.
  static func recentWinner(of campaign: Campaign, at now: Instant) -> String? {
    guard let experiment = campaign.content.experiment, let winner = experiment.winner,
      let since = experiment.epochs.last?.until,
      now < since + tellsWinner
    else { return nil }
    return experiment.label(of: winner)
  }

  static func all(_ source: HomePage.Source) -> [HomeAttention] {
    var all: [HomeAttention] = []
    if source.isConnected, source.eventHours?.total == 0 {
      all.append(
        HomeAttention(
          tone: "bad", text: "The server received nothing from your app for 24 hours.",
          link: "See the last events", href: "/events"))
    }
    for run in source.pausedRuns {
      let name = source.names[run.campaignID.rawValue] ?? run.campaignID.rawValue
      all.append(
        HomeAttention(
          tone: "bad",
          text: "A push of “\(name)” \(run.state == .paused ? "is paused by the server" : "waits"): "
            + (run.reason.map { PushReasonWords.sentence($0) ?? $0 + "." } ?? ""), link: "Open its pushes",
          href: "/campaigns/\(run.campaignID.rawValue)/pushes"))
    }
    for campaign in source.dividedWrongly {
      all.append(
        HomeAttention(
          tone: "bad",
          text:
            "The experiment of “\(campaign.name)” does not divide people as planned, so its result is not reliable.",
          link: "Look at the result", href: "/campaigns/\(campaign.id.rawValue)#experiment"))
    }
    for (campaign, winner) in source.winners {
      all.append(
        HomeAttention(
          tone: "warn",
          text:
            "“\(campaign.name)”: \(winner) won its experiment, and goes to everybody who had no variant yet.",
          link: "Look at the result, or undo it", href: "/campaigns/\(campaign.id.rawValue)#experiment"))
    }
    for (campaign, health) in source.unhealthy {
      all.append(
        HomeAttention(
          tone: health.tone, text: "“\(campaign.name)”: \(health.sentence ?? health.words)",
          link: "Open the campaign", href: health.href))
    }
    if let requests = privacyRequests(source) { all.append(requests) }
    if !source.doubtfulUsers.isEmpty {
      all.append(
        HomeAttention(
          tone: "warn", text: DoubtfulUser.words(source.doubtfulUsers), link: "What to do",
          href: SettingsSection.app.path + "#user-ids"))
    }
    if source.hasNoRoomForNames, source.role.may(.administer) {
      all.append(
        HomeAttention(
          tone: "warn", text: "There is no room for new names of events. New ones count together as other.",
          link: "Open settings",
          href: SettingsSection.app.path + "#names"))
    }
    return Array((all.filter { $0.tone == "bad" } + all.filter { $0.tone != "bad" }).prefix(most))
  }

  /// nil if none is open, or the member may not answer them.
  private static func privacyRequests(_ source: HomePage.Source) -> HomeAttention? {
    let (count, overdue) = source.privacyRequests
    guard count > 0, source.role.may(.administer) else { return nil }
    let text =
      overdue > 0
      ? NumberWords.plural(overdue, "privacy request is overdue.", "privacy requests are overdue.")
      : NumberWords.plural(
        count, "privacy request waits for your answer.", "privacy requests wait for your answer.")
    return HomeAttention(
      tone: overdue > 0 ? "bad" : "warn", text: text, link: "Show privacy requests",
      href: PrivacyRequestsPage.path)
  }
}
