// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// Which attributes of a person the server reads to write a message, and on which devices it may
/// use them.
struct AttributeNote: Hashable {
  let text: String
  let remedy: String
  /// Whether a template may need more than the server may read.
  let isSerious: Bool

  let href = SettingsSection.privacy.path

  /// nil if no attributes are read.
  init?(_ attributes: [String], mode: UserAuthentication.Mode) {
    guard !attributes.isEmpty else { return nil }
    let names = attributes.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
    let more =
      attributes.count > 5 ? " and \(NumberWords.plural(attributes.count - 5, "other", "others"))" : ""
    text = "Personalised with \(names)\(more). " + mode.use
    remedy =
      switch mode {
      case .off: "To use values from other devices or from your own programs, turn on SDK authentication."
      case .optional: "Devices that send no signature only use values set on the same device."
      case .required: "While nobody is signed in, only values set on the same device are used."
      }
    isSerious = mode == .off
  }
}

extension UserAuthentication.Mode {
  /// Which of a person's values are used.
  fileprivate var use: String {
    switch self {
    case .off: "A value is only used on the device that set it."
    case .optional: "A value is only used on the device that set it, or when your backend signs the user id."
    case .required: "All values are used."
    }
  }
}
