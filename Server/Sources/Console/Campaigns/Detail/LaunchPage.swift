// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// Asks for confirmation before a campaign is launched or resumed, and says whom it concerns. The
/// values of the template `campaigns/launch`.
struct LaunchPage {
  let id: String
  let name: String
  let revision: Int
  /// Where the confirmation is sent, relative to the campaign's path.
  let action: String
  let verb: String
  let sentence: String
  let people: String
  /// What happens then.
  let consequence: String
  let back: String?
  let editPath: String
  /// Where it is tried on the past; nil if it cannot be.
  let backtestPath: String?

  /// - Parameter back: Where the way back leads; nil for the campaign's page.
  init(
    _ campaign: Campaign, _ action: CampaignAction, people: Int, reach: ReviewPeople = ReviewPeople(),
    back: String?
  ) {
    self.action = action.rawValue
    verb = action.verb
    id = campaign.id.rawValue
    name = campaign.name
    revision = campaign.revision
    sentence =
      "\(campaign.content.kindWords), \(campaign.content.triggerWords), \(campaign.content.scheduleWords.prefix(1).lowercased() + campaign.content.scheduleWords.dropFirst())."
    self.people = [PeopleWords.concerned(people, campaign.content), reach.reachable, reach.lacking]
      .compactMap(\.self).joined(
        separator: " ")
    consequence = PeopleWords.consequence(campaign.content)
    self.back = back
    editPath = "/campaigns/\(campaign.id.rawValue)/edit"
    backtestPath = campaign.content.isShownOnTrigger ? "/campaigns/\(campaign.id.rawValue)/backtest" : nil
  }
}

/// Says whom a campaign concerns.
enum PeopleWords {
  /// More people are not counted.
  static let limit = 10_000

  /// When people get a campaign that is launched or changed. A push is sent by somebody, or by an
  /// event.
  static func consequence(_ content: CampaignContent, noun: String = "it") -> String {
    content.needsNoTrigger && content.triggers.isEmpty
      ? "Nothing is sent yet: send it under Pushes when it runs."
      : "Devices receive \(noun) on their next sync."
  }

  /// - Parameter count: All people of the app, or `limit` if there are at least so many.
  static func concerned(_ count: Int, _ content: CampaignContent) -> String {
    let all =
      count < limit
      ? NumberWords.plural(count, "person", "people") : "\(NumberWords.count(limit)) people or more"
    guard content.audience == nil else {
      return count == 0
        ? "Audience: the people in its audience. Nobody has opened the app yet."
        : "Audience: the people in its audience, of \(all) so far."
    }
    return count == 0
      ? "Audience: everyone who opens the app. Nobody has opened it yet."
      : "Audience: everyone who opens the app (\(all) so far)."
  }
}
