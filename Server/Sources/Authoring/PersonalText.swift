// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import MartletWire
import Personalisation
public import Store

/// Renders a campaign as one person gets it. For authors, who may read what is known about people.
public struct PersonalText: Sendable {
  private let store: any PeopleStore

  public init(store: any PeopleStore) {
    self.store = store
  }

  /// A campaign with a person's values filled in.
  public struct Written: Equatable, Sendable {
    /// The rendered texts. A missing value appears as its tag: `{{user.first_name}}`.
    public var content: CampaignContent
    /// Names of missing values, such as `user.first_name`. Devices do not show the campaign to this
    /// person without them.
    public var missing: [String]
  }

  /// The campaign for the person with this user id; nil if no such person has been seen. Values of
  /// an event are missing, since they are unknown before it happens.
  public func written(_ content: CampaignContent, userID: String, app: AppID) async throws(StoreError)
    -> Written?
  {
    guard let person = try await store.person(PersonID.of(userID: userID, deviceID: ""), app: app) else {
      return nil
    }
    let device = person.summary.devices.first?.device ?? Wire.Device(id: "preview", locale: "en")
    let template = CampaignTemplate(content)
    let values = TemplateValues(
      userID: userID, attributes: Self.attributes(person, template), event: nil, device: device)
    let missing = template.missing(values)
    return Written(
      content: Self.rendered(content, template, values.showing(missing)), missing: missing.sorted())
  }

  /// The campaign for somebody of whom nothing is known: with its defaults, and with the tags of
  /// values that have none. Nothing of it is a template any more.
  public static func withDefaults(_ content: CampaignContent) -> CampaignContent {
    guard content.rules.render != nil else { return content }
    let template = CampaignTemplate(content)
    let values = TemplateValues(
      userID: nil, attributes: [:], event: nil, device: Wire.Device(id: "preview", locale: "en"))
    return rendered(content, template, values.showing(template.missing(values)))
  }

  private static func rendered(
    _ content: CampaignContent, _ template: CampaignTemplate, _ values: TemplateValues
  ) -> CampaignContent {
    var shown = content
    shown.rules.render = nil
    let rendered = template.render(values)
    // A text that cannot be rendered is shown as it is written.
    guard rendered.withdrawn == nil else { return shown }
    shown.message = rendered.message
    (shown.banner, shown.content, shown.data) = (
      rendered.banner, rendered.content, rendered.data
    )
    return shown
  }

  /// The server's answer to a device that is trusted about who its user is.
  public func render(_ campaign: Wire.Campaign, _ request: Wire.RenderRequest, app: AppID) async
    -> Wire.RenderResponse
  {
    let template = CampaignTemplate(campaign)
    let id = PersonID.of(userID: request.userID, deviceID: request.device.id)
    let person = try? await store.person(id, app: app)
    return template.render(
      TemplateValues(
        userID: request.userID,
        attributes: person.flatMap { $0 }.map { Self.attributes($0, template) } ?? [:], event: request.event,
        device: request.device))
  }

  /// Only the attributes that the texts name.
  private static func attributes(_ person: Person, _ template: CampaignTemplate) -> [String: Wire.JSONValue] {
    let keys = template.attributeKeys
    return Dictionary(person.attributes.filter { keys.contains($0.key) }.map { ($0.key, $0.value) }) {
      first, _ in first
    }
  }
}
