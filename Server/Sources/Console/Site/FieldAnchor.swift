// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Where in the editor a diagnostic's field is, so that other pages can link to it.
enum FieldAnchor {
  /// `message.buttons[1].text` → `field-message-buttons-1-text`
  static func id(of field: String) -> String {
    "field-" + field.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }.joined(separator: "-")
  }
}
