// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
package import MartletWire

/// Some campaigns of a catalogue, as one person gets them.
package final class CatalogueView: Sendable {
  package let tag: String
  /// What the person gets of each campaign of the catalogue (`SentCampaigns.Choice`).
  let choices: [Int8]
  /// For each audience that a trigger names: whether the person is in it.
  let audiences: [String: Bool]
  private let sent: SentCampaigns

  init(_ choices: [Int8], of sent: SentCampaigns, audiences: [String: Bool] = [:]) {
    (self.choices, self.audiences, self.sent) = (choices, audiences, sent)
    tag = sent.tag(choices, audiences)
  }

  /// Whether the global holdout keeps campaigns from the person.
  var isHeldOut: Bool { choices.contains(SentCampaigns.Choice.heldOut) }
  var hasCampaigns: Bool { choices.contains { $0 >= 0 } }
  var campaignIDs: [CampaignID] {
    // Of those who get all campaigns, it is one list.
    guard choices.contains(where: { $0 < 0 }) else { return sent.ids }
    return choices.indices.compactMap { choices[$0] < 0 ? nil : sent.ids[$0] }
  }
  /// Whether the person gets one of these, which are some of the catalogue's, in its order.
  func hasAny(of campaigns: [CampaignID]) -> Bool {
    var rest = campaigns[...]
    for (id, choice) in zip(sent.ids, choices) where id == rest.first {
      if choice >= 0 { return true }
      rest = rest.dropFirst()
    }
    return false
  }
  /// Those of its campaigns that runs send into the app.
  package var campaignsOfRuns: [Wire.Campaign] {
    sent.sentByRuns.compactMap { choices[$0] < 0 ? nil : sent.campaign($0, choices[$0]) }
  }
  var definitions: Wire.Definitions { sent.definitions(of: self) }

  /// The same view of the same campaigns in another language.
  func translated(_ translation: SentCampaigns) -> CatalogueView {
    translation === sent ? self : CatalogueView(choices, of: translation, audiences: audiences)
  }

  /// The same view with campaigns that the device tries out. Those of the catalogue go before.
  package func adding(trials: [Wire.Campaign]) -> CatalogueView {
    let new = trials.filter { trial in !sent.ids.contains { $0.rawValue == trial.id } }
    guard !new.isEmpty else { return self }
    return CatalogueView(
      choices + new.map { _ in SentCampaigns.Choice.plain }, of: sent.adding(new), audiences: audiences)
  }

  /// The same view with one campaign as people in an arm of its experiment get it. A campaign that
  /// the person does not get, and an arm that does not exist, change nothing.
  package func taking(arm: String, of campaignID: String) -> CatalogueView {
    guard let place = sent.ids.firstIndex(where: { $0.rawValue == campaignID }), choices[place] >= 0,
      let choice = sent.choice(place, arm: arm)
    else { return self }
    var choices = choices
    choices[place] = choice
    return CatalogueView(choices, of: sent, audiences: audiences)
  }

  /// The campaign as the person gets it; nil if they do not.
  func campaign(_ id: String) -> Wire.Campaign? {
    sent.ids.firstIndex { $0.rawValue == id }.flatMap { sent.campaign($0, choices[$0]) }
  }

  /// The answer to a sync.
  ///
  /// - Parameters:
  ///   - own: The answer without definitions.
  ///   - isHeld: Whether the device has the definitions already.
  ///   - isCompressed: Whether the device accepts gzip. Without definitions, it does not matter.
  package func body(_ own: Wire.SyncResponse, isHeld: Bool, isCompressed: Bool) -> SyncBody {
    isHeld ? sent.unchanged.body(own) : sent.answers(for: self).body(own, isCompressed: isCompressed)
  }
}
