// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong, or may be, in what somebody wrote; names the field and the remedy.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// Cannot be saved or launched like this.
    case error
    /// Works, but probably not as meant.
    case warning
  }

  public var severity: Severity
  /// For example `message.buttons[1].text`; empty: the whole.
  public var field: String
  /// A stable word for programs.
  public var code: String
  public var message: String
  public var remedy: String?

  public init(severity: Severity = .error, field: String, code: String, message: String, remedy: String? = nil) {
    self.severity = severity
    self.field = field
    self.code = code
    self.message = message
    self.remedy = remedy
  }
}
