// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Bytes for the app. Nothing is shown.
  public struct DataPush: Equatable, Sendable {
    public var type: Open<Kind>
    /// The text, or the bytes in Base64.
    public var body: String
    public var unknown: UnknownFields

    public init(type: Open<Kind> = .known(.text), body: String, unknown: UnknownFields = [:]) {
      self.type = type
      self.body = body
      self.unknown = unknown
    }

    /// How the body is written.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case text, base64
    }
  }
}

extension Wire.DataPush: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(body: ""), unknown: \.unknown,
    .field("type", \.type, "How `body` is written.", .written),
    .field(
      "body", \.body, "The text, or the bytes in Base64.", .required, .most(Wire.Limits.contentBodyLength)))
}
