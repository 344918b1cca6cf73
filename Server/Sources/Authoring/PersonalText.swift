// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import MartletWire
import Personalisation
public import Store

/// Renders a message as one person gets it. For authors, who may read what is known about people.
public struct PersonalText: Sendable {
  private let store: any PeopleStore

  public init(store: any PeopleStore) {
    self.store = store
  }

  /// A message with a person's values filled in.
  public struct Written: Equatable, Sendable {
    /// The rendered message. A missing value appears as its tag: `{{user.first_name}}`.
    public var message: Wire.Message
    /// Names of missing values, such as `user.first_name`. Devices do not show the message to this person without them.
    public var missing: [String]
  }

  /// The message for the person with this user id; nil if no such person has been seen. Values of an event are missing, since they are unknown before
  /// it happens.
  public func written(_ message: Wire.Message, userID: String, app: AppID) async throws(StoreError) -> Written? {
    guard let person = try await store.person(PersonID.of(userID: userID, deviceID: ""), app: app) else { return nil }
    let device = person.summary.devices.first?.device ?? Wire.Device(id: "preview", locale: "en")
    let template = MessageTemplate(message)
    let values = TemplateValues(userID: userID, attributes: Self.attributes(person, template), event: nil, device: device)
    let missing = template.missing(values)
    return Written(message: template.render(values.showing(missing)).message ?? message, missing: missing.sorted())
  }

  /// The server's answer to a device that is trusted about who its user is.
  public func render(_ message: Wire.Message, _ request: Wire.RenderRequest, app: AppID) async -> Wire.RenderResponse {
    let template = MessageTemplate(message)
    let id = PersonID.of(userID: request.userID, deviceID: request.device.id)
    let person = try? await store.person(id, app: app)
    return template.render(
      TemplateValues(
        userID: request.userID, attributes: person.flatMap { $0 }.map { Self.attributes($0, template) } ?? [:], event: request.event,
        device: request.device))
  }

  /// Only the attributes that the texts name.
  private static func attributes(_ person: Person, _ template: MessageTemplate) -> [String: Wire.JSONValue] {
    let keys = template.attributeKeys
    return Dictionary(person.attributes.filter { keys.contains($0.key) }.map { ($0.key, $0.value) }) { first, _ in first }
  }
}
