// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletKit
package import MartletWire

extension Reach {
  /// Data for the app. Nothing is shown.
  public struct DataPush: Hashable, Sendable {
    public var type: Kind
    /// The text, or the bytes in Base64.
    public var body: String

    public init(type: Kind = .text, body: String) {
      self.type = type
      self.body = body
    }

    /// The bytes of a body in Base64. nil for text, and if the body is not Base64.
    public var decodedBody: Data? { type == .base64 ? Data(base64Encoded: body) : nil }

    /// How the body is written. The raw value is its name in the protocol.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case text, base64
    }
  }
}

extension Reach.DataPush {
  package init(wire: Wire.DataPush) throws(Reach.ContentError) {
    guard let type = Kind(rawValue: wire.type.rawValue) else {
      throw .invalid(field: "type", reason: "This version cannot read \(wire.type.rawValue). Update the SDK.")
    }
    self.init(type: type, body: wire.body)
    if case (.base64, nil) = (type, decodedBody) {
      throw .invalid(field: "body", reason: "This is not Base64.")
    }
  }
}
