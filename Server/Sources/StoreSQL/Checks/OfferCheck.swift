// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore

/// Recounts who was offered what. A person's offers are one row, which SQL cannot read.
enum OfferCheck {
  private struct Key: Hashable {
    var app: Int64
    var campaign: String
    var metric: String
    var hour: Int64
    var isTest: Bool
  }

  /// How many numbers differ, and how many rows cannot be read.
  static func differences(_ db: any SQLSession) throws -> Int {
    var unreadable = 0
    var numbers: [Key: Int] = [:]
    var names: [Int64: [Int: String]] = [:]
    for row in try db.rows("SELECT app, number, campaign FROM campaign_number") {
      names[row["app"], default: [:]][row["number"]] = row["campaign"]
    }
    func add(_ number: Int, of campaigns: CampaignSet, app: Int64, metric: String, hour: Int64, isTest: Bool)
    {
      for campaign in campaigns.numbers {
        guard let name = names[app]?[campaign] else {
          unreadable += 1
          continue
        }
        numbers[Key(app: app, campaign: name, metric: metric, hour: hour, isTest: isTest), default: 0] +=
          number
      }
    }
    // Equal sets of many people are counted first and split into campaigns afterwards.
    var counted: [Int64: [OfferCounts.Key: Int]] = [:]
    let people = try db.cursor("SELECT app, offers FROM person_offer")
    while let row = try people.nextRow() {
      guard let offers = Offers(bytes: row["offers"] as Data) else {
        unreadable += 1
        continue
      }
      for step in Offers.Step.allCases {
        for (slot, campaigns) in offers.counted(step) {
          counted[row["app"], default: [:]][
            OfferCounts.Key(step: step, slot: slot, campaigns: campaigns), default: 0] += 1
        }
      }
    }
    for (app, counts) in counted {
      for (key, number) in counts {
        add(
          -number, of: key.campaigns, app: app, metric: key.step.metric.rawValue,
          hour: key.slot.hour.milliseconds, isTest: key.slot.isTest)
      }
    }
    let counts = try db.cursor("SELECT app, hour, metric, is_test, campaigns, n FROM offer_count")
    while let row = try counts.nextRow() {
      guard let campaigns = CampaignSet(bytes: row["campaigns"] as Data) else {
        unreadable += 1
        continue
      }
      add(
        row["n"], of: campaigns, app: row["app"], metric: row["metric"], hour: row["hour"],
        isTest: row["is_test"])
    }
    let hours = try db.cursor(
      """
      SELECT app, campaign, hour, metric, is_test, n FROM campaign_hour WHERE metric IN ('eligible', 'delivered')
      UNION ALL SELECT app, campaign, hour, metric, is_test, -n FROM deleted_count WHERE metric IN ('eligible', 'delivered')
      """)
    while let row = try hours.nextRow() {
      numbers[
        Key(
          app: row["app"], campaign: row["campaign"], metric: row["metric"], hour: row["hour"],
          isTest: row["is_test"]), default: 0] +=
        row["n"]
    }
    return unreadable + numbers.values.count { $0 != 0 }
  }
}
