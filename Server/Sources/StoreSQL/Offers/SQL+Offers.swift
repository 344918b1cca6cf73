// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The statements about offers. The description of `SQL` applies here too.
extension SQL {
  static let offersOfPerson = "SELECT offers FROM person_offer WHERE app = ? AND person_id = ?"
  static let offersOfNamed = """
    SELECT o.offers FROM person_alias n JOIN person_offer o ON o.app = n.app AND o.person_id = n.person_id WHERE n.app = ? AND n.alias = ?
    """
  static let putOffers = """
    INSERT INTO person_offer (app, person_id, offers) VALUES (?, ?, ?) ON CONFLICT (app, person_id) DO UPDATE SET offers = excluded.offers
    """
  static let deleteOffers = "DELETE FROM person_offer WHERE app = ? AND person_id = ?"
  static let addToOffers = """
    INSERT INTO offer_count (app, hour, metric, is_test, campaigns, n) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (app, hour, metric, is_test, campaigns) DO UPDATE SET n = offer_count.n + excluded.n
    """
  static let offerCounts = """
    SELECT metric, is_test, campaigns, n FROM offer_count WHERE app = \(app) AND hour >= ? AND hour < ?
    """
  static let isOlderOfferCount = "SELECT 1 FROM offer_count WHERE app = ? AND hour < ? LIMIT 1"
  static let olderOfferCounts =
    "SELECT hour, metric, is_test, campaigns, n FROM offer_count WHERE app = ? AND hour < ?"
  static let deleteOlderOfferCounts = "DELETE FROM offer_count WHERE app = ? AND hour < ?"
  static let campaignNumbers = "SELECT campaign, number FROM campaign_number WHERE app = ?"
  static let campaignNumber = "SELECT number FROM campaign_number WHERE app = \(app) AND campaign = ?"
  static let insertCampaignNumber = "INSERT INTO campaign_number (app, number, campaign) VALUES (?, ?, ?)"
}
