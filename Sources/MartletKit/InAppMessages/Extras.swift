// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension Martlet.InAppMessage {
  /// The campaign's key-value pairs (D14): read by subscript and cast, as in `extras["kind"] as? String`.
  ///
  /// Compares and encodes by its JSON. A value that JSON cannot hold reads back as nil.
  public struct Extras: Hashable, Sendable {
    /// The pairs as JSON.
    public var json: [String: Wire.JSONValue]

    public init(json: [String: Wire.JSONValue] = [:]) {
      self.json = json
    }
  }
}

extension Martlet.InAppMessage.Extras: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Wire.JSONValue)...) {
    self.init(json: Dictionary(elements) { _, last in last })
  }
}
