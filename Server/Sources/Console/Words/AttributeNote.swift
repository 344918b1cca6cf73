// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// What the server reads of a person when it writes a message for them, and on which devices it may.
struct AttributeNote: Hashable {
  let text: String
  let remedy: String
  /// A template may need more than the server may read.
  let isSerious: Bool

  static let href = "/settings#" + AuthenticationRoutes.place

  /// nil: nothing is read.
  init?(_ attributes: [String], mode: UserAuthentication.Mode) {
    guard !attributes.isEmpty else { return nil }
    let names = attributes.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
    let more = attributes.count > 5 ? " and \(NumberWords.plural(attributes.count - 5, "other", "others"))" : ""
    text = "Reads \(names)\(more) of the person. " + mode.use
    remedy =
      switch mode {
      case .off: "To use values from other devices or from your own programs, turn on SDK authentication."
      case .optional: "On devices whose app sends no signature, only values set on that device are used."
      case .required: "While nobody is signed in, only those that the device itself has set are used."
      }
    isSerious = mode == .off
  }
}

extension UserAuthentication.Mode {
  /// Which of a person's values are used.
  fileprivate var use: String {
    switch self {
    case .off: "A value is used only where the same device has set it."
    case .optional: "A value is used only where the same device has set it, or your backend vouches for the person."
    case .required: "All values are used."
    }
  }
}
