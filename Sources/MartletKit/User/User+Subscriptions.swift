// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Whether and about what a person wants to be written to, and places. Each is an attribute like those of `setCustomAttribute(key:value:)`.
extension Martlet.User {
  /// Whether a person wants to receive messages. The raw value is what is stored.
  public enum SubscriptionState: String, Hashable, Sendable, CaseIterable {
    /// The person explicitly asked for it.
    case optedIn = "opted_in"
    case subscribed, unsubscribed
  }

  /// Sets `email_subscription`.
  public func set(emailSubscriptionState: SubscriptionState) {
    setCustomAttribute(key: "email_subscription", value: emailSubscriptionState.rawValue)
  }

  /// Sets `push_subscription`.
  public func set(pushNotificationSubscriptionState: SubscriptionState) {
    setCustomAttribute(key: "push_subscription", value: pushNotificationSubscriptionState.rawValue)
  }

  /// Adds the person to a subscription group: sets `subscription_group.ID` to true.
  public func addToSubscriptionGroup(id: String) { setCustomAttribute(key: Self.key(ofSubscriptionGroup: id), value: true) }
  /// Removes the person from a subscription group: sets `subscription_group.ID` to false.
  public func removeFromSubscriptionGroup(id: String) { setCustomAttribute(key: Self.key(ofSubscriptionGroup: id), value: false) }

  /// Sets an attribute to a location, an object of two numbers. The latitude is from -90 to 90 degrees, the longitude from -180 to 180.
  /// Other values are not set, which is reported in the log.
  public func setLocationCustomAttribute(key: String, latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      return client.log.error("The attribute \(key.prefix(64)) is not set: the coordinates are not valid.")
    }
    client.setAttribute(key: key, to: ["latitude": latitude, "longitude": longitude])
  }

  /// Removes a location. Has no effect if it is not set.
  public func unsetLocationCustomAttribute(key: String) { unsetCustomAttribute(key: key) }

  package static func key(ofSubscriptionGroup id: String) -> String { "subscription_group.\(id)" }
}
