// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What most apps know of a person, under keys that audiences and texts can rely on: `{{user.first_name}}`. Each is an attribute like those of
/// `setCustomAttribute(key:value:)`, and nil removes it.
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

  /// Sets `date_of_birth`, such as `1990-12-31`: the day in the Gregorian calendar at this moment in the time zone, whatever the device's
  /// calendar. nil removes it.
  public func set(dateOfBirth: Date?, timeZone: TimeZone = .current) {
    set(dateOfBirth.map { Self.day(of: $0, in: timeZone) }, for: "date_of_birth")
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

  private static func day(of date: Date, in timeZone: TimeZone) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let day = calendar.dateComponents([.year, .month, .day], from: date)
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
  }
}
