// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Fields of a configuration that have no meaning in Martlet. Their values can be read back, and
/// the log names them.
///
/// They are stored as text, because the modules that accept them define their types.
package struct UnusedFields: Hashable, Sendable {
  private var values: [String: String] = [:]

  package init() {}

  /// The text of a field, or nil if it was not set. A name is a path in the configuration, such as
  /// `api.sdkFlavor`.
  package subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The fields that were set, sorted.
  var names: [String] { values.keys.sorted() }
}
