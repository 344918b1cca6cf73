// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Changes of attributes relative to what they are.
///
/// No device knows what an attribute is: other devices and programs change it too. So the change itself is journaled and sent, and the server
/// applies all changes in the order in which they were made, however they arrive. What an attribute of another type makes of a change is
/// nothing: a text is not incremented, and nothing is added to a number.
extension Martlet.User {
  /// Adds to a number; a negative increment takes away. An attribute that is not set counts as 0.
  public func incrementCustomUserAttribute(key: String, by increment: Int = 1) {
    client.changeAttribute(key: key, .increment, with: increment)
  }

  /// Adds to a number, which is then one with a fraction. The increment must be finite.
  public func incrementCustomUserAttribute(key: String, by increment: Double) {
    client.changeAttribute(key: key, .increment, with: increment)
  }

  /// Puts a text at the end of a list, and nowhere else in it: one that is there already moves. An attribute that is not set becomes a list of
  /// one; of more than 250 texts the first fall off.
  public func addToCustomAttributeStringArray(key: String, value: String) {
    client.changeAttribute(key: key, .add, with: value)
  }

  /// Takes a text out of a list. The list stays, also when nothing is left in it.
  public func removeFromCustomAttributeStringArray(key: String, value: String) {
    client.changeAttribute(key: key, .remove, with: value)
  }

  /// Sets an attribute to an object.
  ///
  /// - Parameters:
  ///   - dictionary: texts, numbers, truth values, dates, lists and dictionaries, seven deep at most.
  ///   - merge: true: members are laid over those that are there, however deep; nil removes one, and a list is replaced as a whole. false: the
  ///     object takes the place of the one before.
  public func setCustomAttribute(key: String, dictionary: [String: Any?], merge: Bool = false) {
    if merge {
      client.changeAttribute(key: key, .merge, with: dictionary)
    } else {
      client.setAttribute(key: key, to: dictionary)
    }
  }

  /// Sets an attribute to a list of at most 250 objects, in place of the one before.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [[String: Any?]]) { client.setAttribute(key: key, to: array) }

  /// What the person is called elsewhere: the attribute `alias.LABEL`. A label has one alias, the last that was added; it has at most 249
  /// characters, and neither may be empty.
  public func add(alias: String, label: String) {
    guard !alias.isEmpty, !label.isEmpty else { return client.log.error("An alias is not added: it and its label must not be empty.") }
    client.setAttribute(key: Self.key(ofAlias: label), to: alias)
  }

  package static func key(ofAlias label: String) -> String { "alias.\(label)" }
}
