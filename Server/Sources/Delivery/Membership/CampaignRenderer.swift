// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Domain
package import MartletCore
package import MartletWire
import Personalisation
package import Store

/// Renders a campaign for one person when it is displayed, after checking once more whether they
/// may see it.
///
/// The app's key is public, so the request itself says who the person is. Unless the app's own
/// backend vouches for them, the texts contain only what the device knows anyway: everything of
/// that device's anonymous person, and of anybody else only what this device itself has said.
package struct CampaignRenderer: Sendable {
  private let store: any PeopleStore

  package init(store: any PeopleStore) {
    self.store = store
  }

  /// - Parameter reader: nil for a device that does not prove its identity; it learns nothing.
  package func render(
    _ request: Wire.RenderRequest, from catalogue: CampaignCatalogue, _ view: CatalogueView,
    for reader: AttributeReader?, app: AppID,
    at now: Instant
  ) async throws(StoreError) -> Wire.RenderResponse {
    let id = request.presentation.campaignID
    // What only the view has is tried out.
    guard let campaign = catalogue.whole.campaign(id) ?? view.campaign(id) else {
      return .withdrawn(.notRunning, "The campaign is paused or finished.")
    }
    guard campaign.version == request.presentation.campaignVersion else {
      return .withdrawn(
        .changed, "The campaign was edited. The device receives version \(campaign.version) on its next sync."
      )
    }
    if let startsAt = campaign.startsAt, now < startsAt {
      return .withdrawn(.notRunning, "The campaign has not started.")
    }
    if let endsAt = campaign.endsAt, now >= endsAt {
      return .withdrawn(.notRunning, "The campaign has ended.")
    }
    // As this person gets it: of an experiment, the message of their variant.
    guard let own = view.campaign(campaign.id) else {
      return .withdrawn(
        .notEligible,
        view.isHeldOut
          ? "The person is in the global holdout." : "The person is not in the campaign's audience.")
    }
    let template = CampaignTemplate(own)
    var attributes: [String: Wire.JSONValue] = [:]
    if let reader {
      attributes = try await store.attributes(
        template.attributeKeys, personID: PersonID.of(userID: request.userID, deviceID: request.device.id),
        toldTo: reader, app: app)
    }
    let values = TemplateValues(
      userID: request.userID, attributes: attributes, event: request.event, device: request.device)
    return template.render(values)
  }
}
