// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletWire

extension Martlet {
  /// The person who uses the app.
  ///
  ///     martlet.changeUser(userId: "user-1")
  ///     martlet.user.setCustomAttribute(key: "plan", value: "free")
  ///
  /// Attributes belong to the current user, or to the anonymous person of this installation. They
  /// are stored and sent like events. The last value of a key applies. Numbers, lists and objects
  /// can also be changed relative to their current value.
  ///
  /// A campaign can wait for a change of an attribute. Setting the value that this device set last
  /// is no change, and the first value that it sets is none.
  ///
  /// A key has 1 to 255 characters. A value has up to about 30 KB as JSON. Invalid attributes are
  /// not set, which is reported in the log.
  public struct User: Sendable {
    let client: Martlet

    /// The user id of the last `changeUser(userId:sdkAuthSignature:)`, also of an earlier launch,
    /// or nil if anonymous. It is read in the background at launch, and is nil until then. A change
    /// while the SDK is off is visible here, until the process ends.
    public var id: String? { client.gate.userID }

    /// Sets an attribute to a string.
    public func setCustomAttribute(key: String, value: String) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a boolean.
    public func setCustomAttribute(key: String, value: Bool) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a whole number.
    public func setCustomAttribute(key: String, value: Int) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a number, which must be finite.
    public func setCustomAttribute(key: String, value: Double) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a date between the years 1 and 9999, to the millisecond.
    public func setCustomAttribute(key: String, value: Date) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a list of up to 250 strings, which replaces the current value.
    public func setCustomAttribute(key: String, array: [String]) { client.setAttribute(key: key, to: array) }
    /// Removes an attribute. Has no effect if it is not set.
    public func unsetCustomAttribute(key: String) { client.setAttribute(key: key, to: NSNull()) }
  }
}

/// Setters for attributes of less common types.
extension Martlet.User {
  /// Sets an attribute to a whole number of any type. A number beyond 64 bits becomes a
  /// floating-point number.
  public func setCustomAttribute(key: String, value: some BinaryInteger) {
    client.setAttribute(key: key, to: value)
  }
  /// Sets an attribute to a number of any type, which must be finite.
  public func setCustomAttribute(key: String, value: some BinaryFloatingPoint) {
    client.setAttribute(key: key, to: value)
  }
  /// Sets an attribute to a URL, as a string.
  public func setCustomAttribute(key: String, value: URL) { client.setAttribute(key: key, to: value) }
  /// Sets an attribute to a UUID, as a string in upper case.
  public func setCustomAttribute(key: String, value: UUID) { client.setAttribute(key: key, to: value) }
  /// Sets an attribute to a list of up to 250 whole numbers, which replaces the current value.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [Int]) { client.setAttribute(key: key, to: array) }
  /// Sets an attribute to a list of up to 250 finite numbers, which replaces the current value.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [Double]) { client.setAttribute(key: key, to: array) }
  /// Sets an attribute to a list of up to 250 whole numbers of any type, which replaces the current
  /// value.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [some BinaryInteger]) {
    client.setAttribute(key: key, to: array)
  }
  /// Sets an attribute to a list of up to 250 finite numbers of any type, which replaces the
  /// current value.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [some BinaryFloatingPoint]) {
    client.setAttribute(key: key, to: array)
  }
}

/// Changes of attributes relative to their current value.
///
/// A device does not know the current value, because other devices and programs change it too. So
/// the change itself is journaled and sent, and the server applies all changes in the order in
/// which they were made. A change has no effect on an attribute of another type: a text is not
/// incremented, and nothing is added to a number.
extension Martlet.User {
  /// Adds to a number. A negative increment subtracts. An attribute that is not set counts as 0.
  public func incrementCustomUserAttribute(key: String, by increment: Int = 1) {
    client.changeAttribute(key: key, .increment, with: increment)
  }

  /// Adds to a number, which becomes a floating-point number. The increment must be finite.
  public func incrementCustomUserAttribute(key: String, by increment: Double) {
    client.changeAttribute(key: key, .increment, with: increment)
  }

  /// Adds a string to the end of a list, and removes it from any other position. An attribute that
  /// is not set becomes a list of one. Beyond 250 strings, the first ones are dropped.
  public func addToCustomAttributeStringArray(key: String, value: String) {
    client.changeAttribute(key: key, .add, with: value)
  }

  /// Removes a string from a list. The list stays, even if it is empty.
  public func removeFromCustomAttributeStringArray(key: String, value: String) {
    client.changeAttribute(key: key, .remove, with: value)
  }

  /// Sets an attribute to an object.
  ///
  /// - Parameters:
  ///   - dictionary: strings, numbers, booleans, dates, lists and dictionaries, nested up to seven
  ///     levels deep.
  ///   - merge: true: merges the members into the current object, at any depth. nil removes a
  ///     member, and a list replaces the current one. false: replaces the current object.
  public func setCustomAttribute(key: String, dictionary: [String: Any?], merge: Bool = false) {
    if merge {
      client.changeAttribute(key: key, .merge, with: dictionary)
    } else {
      client.setAttribute(key: key, to: dictionary)
    }
  }

  /// Sets an attribute to a list of up to 250 objects, which replaces the current value.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [[String: Any?]]) {
    client.setAttribute(key: key, to: array)
  }

  /// Sets the attribute `alias.LABEL`, which is the person's name in another system. A label has
  /// one alias, the last one that was added. It has up to 249 characters. Alias and label must not
  /// be empty.
  public func add(alias: String, label: String) {
    guard !alias.isEmpty, !label.isEmpty else {
      return client.log.error("An alias is not added: it and its label must not be empty.")
    }
    client.setAttribute(key: Self.key(ofAlias: label), to: alias)
  }

  package static func key(ofAlias label: String) -> String { "alias.\(label)" }
}
