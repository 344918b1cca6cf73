// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Hummingbird
import MartletCore
import MartletWire

/// What a list is asked for: `$filter`, `$search`, `$orderby`, `$skip` and `$top`.
struct CampaignQuery: Equatable {
  enum Order: String, CaseIterable {
    case id, name, state, activatedDate, finishedDate
  }

  static let pages = 1...1_000

  var state: ReachCampaign.State?
  var search = ""
  var order = Order.id
  var isDescending = false
  var skip = 0
  var top = 100

  /// Throws 400 that names the parameter.
  init(_ value: (String) -> String?) throws(Wire.Problem) {
    if let text = value("$filter") {
      let words = Self.words(text)
      let name = words.last.map {
        $0.count > 1 && $0.hasPrefix("'") && $0.hasSuffix("'") ? String($0.dropFirst().dropLast()) : ""
      }
      guard words.count == 3, words[0] == "state", words[1].lowercased() == "eq",
        let state = name.flatMap(ReachCampaign.State.init)
      else {
        throw Self.invalid("$filter", "Send state eq 'draft', 'scheduled', 'in-progress' or 'finished'.")
      }
      self.state = state
    }
    search = value("$search") ?? ""
    if let text = value("$orderby") {
      let words = Self.words(text)
      let direction = words.count == 2 ? words[1].lowercased() : "asc"
      guard (1...2).contains(words.count), let order = Order(rawValue: words[0]),
        ["asc", "desc"].contains(direction)
      else {
        throw Self.invalid(
          "$orderby",
          "Send one of \(Order.allCases.map(\.rawValue).joined(separator: ", ")), with asc or desc.")
      }
      self.order = order
      isDescending = direction == "desc"
    }
    if let text = value("$skip") {
      guard let number = Int(text), number >= 0 else { throw Self.invalid("$skip", "Send a number from 0.") }
      skip = number
    }
    if let text = value("$top") {
      guard let number = Int(text), Self.pages.contains(number) else {
        throw Self.invalid("$top", "Send a number from \(Self.pages.lowerBound) to \(Self.pages.upperBound).")
      }
      top = number
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static func invalid(_ name: String, _ remedy: String) -> Wire.Problem {
    ReachAnswers.invalid(name, "query_invalid", "The parameter \(name) is not valid.", remedy)
  }

  /// The page, and whether there are more campaigns after it.
  func page(of campaigns: [ReachCampaign], at now: Instant) -> (page: [ReachCampaign], hasMore: Bool) {
    var chosen = campaigns
    if let state { chosen = chosen.filter { $0.state(at: now) == state } }
    if !search.isEmpty {
      chosen = chosen.filter { $0.campaign.name.lowercased().contains(search.lowercased()) }
    }
    chosen.sort { one, other in isDescending ? precedes(other, one, now) : precedes(one, other, now) }
    let rest = chosen.dropFirst(skip)
    return (Array(rest.prefix(top)), rest.count > top)
  }

  /// The id decides between equals.
  private func precedes(_ one: ReachCampaign, _ other: ReachCampaign, _ now: Instant) -> Bool {
    func key(_ campaign: ReachCampaign) -> (String, Int64) {
      switch order {
      case .id: ("", 0)
      case .name: (campaign.campaign.name.lowercased(), 0)
      case .state: (campaign.state(at: now).rawValue, 0)
      case .activatedDate: ("", campaign.campaign.launchedAt?.milliseconds ?? .min)
      case .finishedDate: ("", campaign.campaign.finishedAt?.milliseconds ?? .min)
      }
    }
    let (own, others) = (key(one), key(other))
    return own == others ? one.number < other.number : own < others
  }
}
