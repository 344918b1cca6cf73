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
      case .off: "Turn on SDK authentication for those from other devices and from your own programs."
      case .optional: "Apps without signatures get only what that device has set."
      case .required: "While nobody is signed in, those that the device has set."
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
