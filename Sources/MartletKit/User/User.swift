// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet {
  /// The person using the app.
  ///
  ///     martlet.changeUser(userId: "user-1")
  ///     martlet.user.setCustomAttribute(key: "plan", value: "free")
  ///
  /// Attributes belong to the user who is current when they are set, or to the anonymous user of this installation. They are journaled and sent
  /// like events, and the last value of a key counts. Numbers, lists and objects can also be changed relative to what they are.
  ///
  /// A key has 1 to 255 characters; a value takes at most about 30 KB as JSON. What breaks a rule is refused and named in the log at the call.
  public struct User: Sendable {
    let client: Martlet

    /// The user of the last `changeUser(userId:sdkAuthSignature:)`, also of an earlier launch; nil: anonymous. A launch reads the stored one in
    /// the background, and says nil until then. A change while the SDK is off counts at once here, and is forgotten with the process.
    public var id: String? { client.gate.userID }

    /// Sets an attribute to a text.
    public func setCustomAttribute(key: String, value: String) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a truth value.
    public func setCustomAttribute(key: String, value: Bool) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a whole number.
    public func setCustomAttribute(key: String, value: Int) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a number, which must be finite.
    public func setCustomAttribute(key: String, value: Double) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a moment between the years 1 and 9999, kept to the millisecond.
    public func setCustomAttribute(key: String, value: Date) { client.setAttribute(key: key, to: value) }
    /// Sets an attribute to a list of at most 250 texts, in place of the one before.
    public func setCustomAttribute(key: String, array: [String]) { client.setAttribute(key: key, to: array) }
    /// Removes an attribute; one that is not set stays so.
    public func unsetCustomAttribute(key: String) { client.setAttribute(key: key, to: NSNull()) }
  }
}
