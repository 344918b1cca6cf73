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
  /// The line of the field's text, from 1; nil if it is about the whole text, or the text has no
  /// lines.
  public var line: Int?
  /// What stands on that line, which tells two problems of the same kind apart.
  public var source: Substring?

  public init(
    severity: Severity = .error, field: String, code: String, message: String, remedy: String? = nil,
    line: Int? = nil,
    source: Substring? = nil
  ) {
    self.severity = severity
    self.field = field
    self.code = code
    self.message = message
    self.remedy = remedy
    self.line = line
    self.source = source
  }

  /// What is wrong and where: `Line 12: An image has no alt text.`
  public var located: String { Self.located(message, at: line) }

  public static func located(_ words: String, at line: Int?) -> String {
    (line.map { "Line \($0): " } ?? "") + words
  }

  /// What is wrong and what to do, in sentences.
  public var words: String { [located, remedy].compactMap(\.self).joined(separator: " ") }
}

extension Diagnostic {
  /// The same kind of problem in the same place. If a text has lines, only where the line says the
  /// same.
  struct Identity: Hashable {
    let field: String
    let code: String
    let source: Substring?
  }

  var identity: Identity { Identity(field: field, code: code, source: source) }

  /// The app has no APNs key.
  public static let pushKeyMissing = Diagnostic(
    field: "push", code: "push_key_missing",
    message: "There is no APNs key, so the server cannot send pushes.",
    remedy: "Upload one in Settings, under Push.")
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

  mutating func warning(
    _ field: String, _ code: String, _ message: String, _ remedy: String, line: Int? = nil,
    source: Substring? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        severity: .warning, field: prefix + field, code: code, message: message, remedy: remedy, line: line,
        source: source))
  }

  mutating func add(_ others: [Diagnostic]) { diagnostics += others }
}
