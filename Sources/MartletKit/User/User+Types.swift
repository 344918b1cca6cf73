// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Attributes of other types than the usual ones.
extension Martlet.User {
  /// Sets an attribute to a whole number of any type. A number beyond 64 bits becomes a floating-point number.
  public func setCustomAttribute(key: String, value: some BinaryInteger) { client.setAttribute(key: key, to: value) }
  /// Sets an attribute to a number of any type, which must be finite.
  public func setCustomAttribute(key: String, value: some BinaryFloatingPoint) { client.setAttribute(key: key, to: value) }
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
  /// Sets an attribute to a list of up to 250 whole numbers of any type, which replaces the current value.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [some BinaryInteger]) { client.setAttribute(key: key, to: array) }
  /// Sets an attribute to a list of up to 250 finite numbers of any type, which replaces the current value.
  @_disfavoredOverload
  public func setCustomAttribute(key: String, array: [some BinaryFloatingPoint]) { client.setAttribute(key: key, to: array) }
}
