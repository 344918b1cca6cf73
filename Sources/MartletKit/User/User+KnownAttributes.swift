// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletWire

/// Common attributes of a person, under keys that audiences and texts can rely on:
/// `{{user.first_name}}`. They work like those of `setCustomAttribute(key:value:)`, and nil removes
/// them.
extension Martlet.User {
  /// Sets `first_name`. nil removes it.
  public func set(firstName: String?) { set(firstName, for: "first_name") }
  /// Sets `last_name`. nil removes it.
  public func set(lastName: String?) { set(lastName, for: "last_name") }
  /// Sets `email`. nil removes it.
  public func set(email: String?) { set(email, for: "email") }
  /// Sets `phone_number`. nil removes it.
  public func set(phoneNumber: String?) { set(phoneNumber, for: "phone_number") }
  /// Sets `country`. nil removes it.
  public func set(country: String?) { set(country, for: "country") }
  /// Sets `home_city`. nil removes it.
  public func set(homeCity: String?) { set(homeCity, for: "home_city") }
  /// Sets `language`, as BCP 47. nil removes it.
  public func set(language: String?) { set(language, for: "language") }
  /// Sets `gender` to the raw value of `Gender`. nil removes it.
  public func set(gender: Gender?) { set(gender?.rawValue, for: "gender") }

  /// Sets `date_of_birth`, such as `1990-12-31`: the day in this time zone and in the Gregorian
  /// calendar. nil removes it.
  public func set(dateOfBirth: Date?, timeZone: TimeZone = .current) {
    set(dateOfBirth.map { Self.day(of: $0, in: timeZone) }, for: "date_of_birth")
  }

  /// Sets `attribution`, an object with the members of `Attribution` that are not nil. nil removes
  /// it.
  public func set(attribution: Attribution?) {
    guard let attribution else { return unsetCustomAttribute(key: "attribution") }
    let members = [
      "network": attribution.network, "campaign": attribution.campaign, "ad_group": attribution.adGroup,
      "creative": attribution.creative,
    ]
    setCustomAttribute(key: "attribution", dictionary: members.compactMapValues { $0 })
  }

  /// Where a person found the app.
  public struct Attribution: Hashable, Sendable {
    /// The advertising network.
    public var network: String?
    /// The campaign in that network.
    public var campaign: String?
    /// The group of advertisements. Stored as `ad_group`.
    public var adGroup: String?
    /// The advertisement.
    public var creative: String?

    public init(
      network: String? = nil, campaign: String? = nil, adGroup: String? = nil, creative: String? = nil
    ) {
      self.network = network
      self.campaign = campaign
      self.adGroup = adGroup
      self.creative = creative
    }
  }

  /// A gender.
  public enum Gender: String, Hashable, Sendable, CaseIterable {
    case female, male, other, unknown
    case notApplicable = "not_applicable"
    case preferNotToSay = "prefer_not_to_say"
  }

  private func set(_ value: String?, for key: String) {
    if let value { setCustomAttribute(key: key, value: value) } else { unsetCustomAttribute(key: key) }
  }

  package static func day(of date: Date, in timeZone: TimeZone) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let day = calendar.dateComponents([.year, .month, .day], from: date)
    return Self.day(day.year ?? 0, day.month ?? 0, day.day ?? 0)
  }

  /// The format of `date_of_birth`: `1990-12-31`.
  package static func day(_ year: Int, _ month: Int, _ day: Int) -> String {
    String(format: "%04ld-%02ld-%02ld", year, month, day)
  }
}

/// Subscriptions of a person, and places. They are attributes like those of
/// `setCustomAttribute(key:value:)`.
extension Martlet.User {
  /// Whether a person wants to receive messages. The raw value is stored.
  public enum SubscriptionState: String, Hashable, Sendable, CaseIterable {
    /// The person explicitly asked for it.
    case optedIn = "opted_in"
    case subscribed, unsubscribed
  }

  /// Sets `email_subscription`.
  public func set(emailSubscriptionState: SubscriptionState) {
    setCustomAttribute(key: Wire.Subscription.emailKey, value: emailSubscriptionState.rawValue)
  }

  /// Sets `push_subscription`.
  public func set(pushNotificationSubscriptionState: SubscriptionState) {
    setCustomAttribute(key: Wire.Subscription.pushKey, value: pushNotificationSubscriptionState.rawValue)
  }

  /// Adds the person to a subscription group: sets `subscription_group.ID` to true.
  public func addToSubscriptionGroup(id: String) {
    setCustomAttribute(key: Self.key(ofSubscriptionGroup: id), value: true)
  }
  /// Removes the person from a subscription group: sets `subscription_group.ID` to false.
  public func removeFromSubscriptionGroup(id: String) {
    setCustomAttribute(key: Self.key(ofSubscriptionGroup: id), value: false)
  }

  /// Sets an attribute to a location, an object of two numbers. The latitude is from -90 to 90
  /// degrees, the longitude from -180 to 180. Other values are not set, which is reported in the
  /// log.
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
