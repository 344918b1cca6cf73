// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What has to be written of one attribute of a person, so that what is stored says what its history says. It touches only the steps that differ.
public struct AttributeUpdate: Hashable, Sendable {
  public var key: String
  /// nil: the attribute goes.
  public var row: StoredAttribute?
  /// All steps that are stored go first.
  public var removesAllSteps = false
  public var removed: [AttributeHistory.Place] = []
  /// Whatever stands there.
  public var put: [AttributeHistory.Place: AttributeHistory.Step] = [:]

  /// - Parameters:
  ///   - stored: What is stored, as far as it was read.
  ///   - value: What the history comes to, where that is known already.
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
