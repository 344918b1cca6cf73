// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// An error response (`application/problem+json`): what is wrong, where, and what to do.
  public struct Problem: Equatable, Sendable, Error {
    public var status: Int
    /// A stable code, such as `key_missing`.
    public var code: String
    /// One sentence.
    public var title: String
    /// What the caller should do.
    public var remedy: String?
    /// The path of the field, such as `events[3].properties`.
    public var field: String?
    /// All problems, if there can be several.
    public var errors: [FieldError]
    public var unknown: UnknownFields = [:]

    public init(
      status: Int, code: String, title: String, remedy: String? = nil, field: String? = nil, errors: [FieldError] = []
    ) {
      self.status = status
      self.code = code
      self.title = title
      self.remedy = remedy
      self.field = field
      self.errors = errors
    }

    /// A problem with a field.
    public struct FieldError: Equatable, Sendable {
      public var field: String
      public var code: String
      public var message: String
      public var remedy: String?
      public var unknown: UnknownFields = [:]

      public init(field: String, code: String, message: String, remedy: String? = nil) {
        self.field = field
        self.code = code
        self.message = message
        self.remedy = remedy
      }
    }
  }
}
