// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import MartletWire
import Personalisation
public import Store

/// A message that is written anew for each person, as one of them gets it: for authors, who may read what is known of people.
public struct PersonalText: Sendable {
  private let store: any PeopleStore

  public init(store: any PeopleStore) {
    self.store = store
  }

  /// The message with a person's values in it.
  public struct Written: Equatable, Sendable {
    /// What is missing stands there as it is written: `{{user.first_name}}`.
    public var message: Wire.Message
    /// Values without which no device shows the message to this person, by name: `user.first_name`.
    public var missing: [String]
  }

  /// nil: nobody of this user id has been seen. What comes with an event is not known before it happens.
  public func written(_ message: Wire.Message, userID: String, app: AppID) async throws(StoreError) -> Written? {
    guard let person = try await store.person(PersonID.of(userID: userID, deviceID: ""), app: app) else { return nil }
    let device = person.summary.devices.first?.device ?? Wire.Device(id: "preview", locale: "en")
    let template = MessageTemplate(message)
    let values = TemplateValues(userID: userID, attributes: Self.attributes(person, template), event: nil, device: device)
    let missing = template.missing(values)
    return Written(message: template.render(values.showing(missing)).message ?? message, missing: missing.sorted())
  }

  /// What the server would answer to a device whose word on the person is taken.
  public func render(_ message: Wire.Message, _ request: Wire.RenderRequest, app: AppID) async -> Wire.RenderResponse {
    let template = MessageTemplate(message)
    let id = PersonID.of(userID: request.userID, deviceID: request.device.id)
    let person = try? await store.person(id, app: app)
    return template.render(
      TemplateValues(
        userID: request.userID, attributes: person.flatMap { $0 }.map { Self.attributes($0, template) } ?? [:], event: request.event,
        device: request.device))
  }

  /// Only those that the texts name.
  private static func attributes(_ person: Person, _ template: MessageTemplate) -> [String: Wire.JSONValue] {
    let keys = template.attributeKeys
    return Dictionary(person.attributes.filter { keys.contains($0.key) }.map { ($0.key, $0.value) }) { first, _ in first }
  }
}
