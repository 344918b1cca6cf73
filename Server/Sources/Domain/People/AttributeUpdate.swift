// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What has to be written to bring a stored attribute of a person in line with its history. Touches only the steps that differ.
public struct AttributeUpdate: Hashable, Sendable {
  public var key: String
  /// nil when the attribute is removed.
  public var row: StoredAttribute?
  /// Whether all stored steps are removed first.
  public var removesAllSteps = false
  public var removed: [AttributeHistory.Place] = []
  /// Steps to store, whether or not there is already a step at their place.
  public var put: [AttributeHistory.Place: AttributeHistory.Step] = [:]

  /// - Parameters:
  ///   - stored: The stored history, as far as it was read.
  ///   - value: The history's value, if it is known already.
  public init(_ key: String, _ history: AttributeHistory, over stored: AttributeHistory, value: Wire.JSONValue? = nil) {
    self.key = key
    if let newest = history.newest {
      row = StoredAttribute(value: value ?? history.value, newest: newest, steps: history.stepCount)
    }
    removesAllSteps = history.isWhole && !stored.isWhole
    let (before, after) = (removesAllSteps ? [:] : stored.steps, history.steps)
    put = after.filter { before[$0.key] != $0.value }
    removed = before.keys.filter { after[$0] == nil }
  }
}
