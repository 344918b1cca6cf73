// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Attributes of other types than the usual ones.
extension Martlet.User {
  /// Sets an attribute to a whole number of any type. One beyond 64 bits is kept as a number with a fraction.
  public func setCustomAttribute(key: String, value: some BinaryInteger) { client.setAttribute(key: key, to: value) }
  /// Sets an attribute to a number of any type, which must be finite.
  public func setCustomAttribute(key: String, value: some BinaryFloatingPoint) { client.setAttribute(key: key, to: value) }
  /// Sets an attribute to an address, kept as text.
  public func setCustomAttribute(key: String, value: URL) { client.setAttribute(key: key, to: value) }
  /// Sets an attribute to a UUID, kept as text in capitals.
  public func setCustomAttribute(key: String, value: UUID) { client.setAttribute(key: key, to: value) }
  /// Sets an attribute to a list of at most 250 whole numbers, in place of the one before.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [Int]) { client.setAttribute(key: key, to: array) }
  /// Sets an attribute to a list of at most 250 numbers, all finite, in place of the one before.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [Double]) { client.setAttribute(key: key, to: array) }
  /// Sets an attribute to a list of at most 250 whole numbers of any type, in place of the one before.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [some BinaryInteger]) { client.setAttribute(key: key, to: array) }
  /// Sets an attribute to a list of at most 250 numbers of any type, all finite, in place of the one before.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [some BinaryFloatingPoint]) { client.setAttribute(key: key, to: array) }
}
