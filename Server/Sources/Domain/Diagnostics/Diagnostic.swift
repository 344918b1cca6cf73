// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong, or may be wrong, in what somebody wrote, with the field and the remedy.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// The campaign or setting cannot be saved or launched like this.
    case error
    /// Works, but probably not as meant.
    case warning
  }

  public var severity: Severity
  /// For example `message.buttons[1].text`; empty for the whole.
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

  /// What is wrong and what to do, in sentences.
  public var words: String { [message, remedy].compactMap(\.self).joined(separator: " ") }
}

extension Diagnostic {
  /// The app has no APNs key.
  public static let pushKeyMissing = Diagnostic(
    field: "push", code: "push_key_missing", message: "There is no APNs key, so the server cannot send pushes.",
    remedy: "Upload one in Settings, under Push notifications.")
}

/// Collects what is wrong with something.
struct DiagnosticList {
  /// Comes before the name of each field.
  private let prefix: String
  private(set) var diagnostics: [Diagnostic] = []

  init(prefix: String = "") {
    self.prefix = prefix
  }

  mutating func error(_ field: String, _ code: String, _ message: String, _ remedy: String) {
    diagnostics.append(Diagnostic(field: prefix + field, code: code, message: message, remedy: remedy))
  }

  mutating func warning(_ field: String, _ code: String, _ message: String, _ remedy: String) {
    diagnostics.append(Diagnostic(severity: .warning, field: prefix + field, code: code, message: message, remedy: remedy))
  }

  mutating func add(_ others: [Diagnostic]) { diagnostics += others }
}
