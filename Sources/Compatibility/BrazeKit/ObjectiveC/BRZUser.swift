// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
import MartletKit

/// `Martlet.User`: the person who uses the app. nil removes an attribute.
@objc(BRZUser) @objcMembers
public final class BRZUser: NSObject, Sendable {
  private let typed: Martlet.User

  init(_ typed: Martlet.User) { self.typed = typed }

  /// The id of the user, or nil if anonymous.
  public var id: String? { typed.id }

  /// Sets `first_name`.
  public func setFirstName(_ value: String?) { typed.set(firstName: value) }
  /// Sets `last_name`.
  public func setLastName(_ value: String?) { typed.set(lastName: value) }
  /// Sets `email`.
  public func setEmail(_ value: String?) { typed.set(email: value) }
  /// Sets `phone_number`.
  public func setPhoneNumber(_ value: String?) { typed.set(phoneNumber: value) }
  /// Sets `country`.
  public func setCountry(_ value: String?) { typed.set(country: value) }
  /// Sets `home_city`.
  public func setHomeCity(_ value: String?) { typed.set(homeCity: value) }
  /// Sets `language`.
  public func setLanguage(_ value: String?) { typed.set(language: value) }
  /// Sets `date_of_birth`, the day in this time zone.
  public func setDateOfBirth(_ value: Date?) { typed.set(dateOfBirth: value) }

  /// Adds a name of the person in another system.
  public func addAlias(_ alias: String, label: String) { typed.add(alias: alias, label: label) }
  /// Adds the person to a subscription group.
  @objc(addToSubscriptionGroupWithGroupId:)
  public func addToSubscriptionGroup(id: String) { typed.addToSubscriptionGroup(id: id) }
  /// Removes the person from a subscription group.
  @objc(removeFromSubscriptionGroupWithGroupId:)
  public func removeFromSubscriptionGroup(id: String) { typed.removeFromSubscriptionGroup(id: id) }

  /// Sets an attribute to a string.
  public func setCustomAttributeWithKey(_ key: String, stringValue value: String) {
    typed.setCustomAttribute(key: key, value: value)
  }
  /// Sets an attribute to a boolean.
  public func setCustomAttributeWithKey(_ key: String, boolValue value: Bool) {
    typed.setCustomAttribute(key: key, value: value)
  }
  /// Sets an attribute to a whole number.
  public func setCustomAttributeWithKey(_ key: String, intValue value: Int) {
    typed.setCustomAttribute(key: key, value: value)
  }
  /// Sets an attribute to a number, which must be finite.
  public func setCustomAttributeWithKey(_ key: String, doubleValue value: Double) {
    typed.setCustomAttribute(key: key, value: value)
  }
  /// Sets an attribute to a date.
  public func setCustomAttributeWithKey(_ key: String, dateValue value: Date) {
    typed.setCustomAttribute(key: key, value: value)
  }
  /// Sets an attribute to a list of up to 250 strings. nil removes it.
  public func setCustomAttributeWithKey(_ key: String, array: [String]?) {
    typed.setCustomAttribute(key: key, array: array)
  }
  /// Sets an attribute to an object. With `merge`, its members are merged into the current object.
  public func setCustomAttributeWithKey(_ key: String, dictionary: [String: Any], merge: Bool) {
    typed.setCustomAttribute(key: key, dictionary: dictionary, merge: merge)
  }
  /// Removes an attribute.
  public func unsetCustomAttributeWithKey(_ key: String) { typed.unsetCustomAttribute(key: key) }
  /// Adds a string to a list.
  public func addToCustomAttributeStringArrayWithKey(_ key: String, value: String) {
    typed.addToCustomAttributeStringArray(key: key, value: value)
  }
  /// Removes a string from a list.
  public func removeFromCustomAttributeStringArrayWithKey(_ key: String, value: String) {
    typed.removeFromCustomAttributeStringArray(key: key, value: value)
  }
  /// Adds to a number. A negative increment subtracts.
  public func incrementCustomUserAttribute(_ key: String, by increment: Int) {
    typed.incrementCustomUserAttribute(key: key, by: increment)
  }
  /// Sets an attribute to a location.
  public func setLocationCustomAttributeWithKey(_ key: String, latitude: Double, longitude: Double) {
    typed.setLocationCustomAttribute(key: key, latitude: latitude, longitude: longitude)
  }
  /// Removes a location.
  public func unsetLocationCustomAttributeWithKey(_ key: String) {
    typed.unsetLocationCustomAttribute(key: key)
  }
}

/// Known values of a person. They are attributes too.
extension BRZUser {
  /// A gender.
  @objc(BRZUserGender)
  public enum Gender: Int, Sendable { case female, male, other, unknown, notApplicable, preferNotToSay }

  /// Whether a person wants to receive messages.
  @objc(BRZUserSubscriptionState)
  public enum SubscriptionState: Int, Sendable {
    case optedIn, subscribed, unsubscribed

    fileprivate var typed: Martlet.User.SubscriptionState {
      switch self {
      case .optedIn: .optedIn
      case .subscribed: .subscribed
      case .unsubscribed: .unsubscribed
      }
    }
  }

  /// Sets `gender`.
  @objc public func setGender(_ value: Gender) {
    let gender: Martlet.User.Gender =
      switch value {
      case .female: .female
      case .male: .male
      case .other: .other
      case .unknown: .unknown
      case .notApplicable: .notApplicable
      case .preferNotToSay: .preferNotToSay
      }
    typed.set(gender: gender)
  }

  /// Sets `email_subscription`.
  @objc public func setEmailSubscriptionState(_ value: SubscriptionState) {
    typed.set(emailSubscriptionState: value.typed)
  }

  /// Sets `push_subscription`.
  @objc public func setPushNotificationSubscriptionState(_ value: SubscriptionState) {
    typed.set(pushNotificationSubscriptionState: value.typed)
  }
}
#endif
