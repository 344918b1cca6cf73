// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The kinds of data that are stored about a person, for counts of what a person has and of what a
/// deletion removed. The raw values are stored and reported.
public enum PersonalData: String, Hashable, Sendable, CaseIterable {
  /// With events of which retention has left only the id.
  case events
  /// Explanations why messages were or were not shown.
  case decisions
  case sessions
  /// Without removed attributes.
  case attributes
  case devices
  /// Campaigns that the person saw or clicked.
  case campaigns
  /// Campaigns that the person was offered.
  case offers
  /// Pushes to the person's devices, sent or not.
  case pushes
  /// Runs of pushes that name the person or a device of theirs, with the data for them.
  case runs
  /// Uploaded lists that have the person's user id.
  case lists
  /// The person's requests for their data or its deletion.
  case requests

  /// `1 event`, `1,204 events`.
  public func words(_ count: Int) -> String {
    switch self {
    case .events: NumberWords.plural(count, "event", "events")
    case .decisions: NumberWords.plural(count, "explained decision", "explained decisions")
    case .sessions: NumberWords.plural(count, "session", "sessions")
    case .attributes: NumberWords.plural(count, "attribute", "attributes")
    case .devices: NumberWords.plural(count, "device", "devices")
    case .campaigns:
      NumberWords.plural(count, "campaign that they saw or clicked", "campaigns that they saw or clicked")
    case .offers:
      NumberWords.plural(count, "campaign that they were offered", "campaigns that they were offered")
    case .pushes: NumberWords.plural(count, "push notification", "push notifications")
    case .runs: NumberWords.plural(count, "run of pushes that names them", "runs of pushes that name them")
    case .lists: NumberWords.plural(count, "uploaded list that names them", "uploaded lists that name them")
    case .requests: NumberWords.plural(count, "privacy request", "privacy requests")
    }
  }
}
