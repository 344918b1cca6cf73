// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension DiagnosticList {
  /// What is wrong with a tap's action. The same for messages and all other surfaces.
  mutating func judge(_ action: Wire.ClickAction, at field: String) {
    switch action.type {
    case .unknown:
      return error(field + ".type", "action_unknown", "This version does not know this action.", "Choose none or url.")
    case .known(.none), .known(.newsFeed): return
    case .known(.url): break
    }
    let field = field + ".url"
    guard let address = action.url, !address.isBlank else {
      return error(field, "url_missing", "The action has no URL.", "Enter one, or choose another action.")
    }
    if Address.runsCode(address) {
      return error(field, "url_not_allowed", "URLs that run code are not allowed.", "Use https:// or your app’s own scheme.")
    }
    guard let scheme = Address.scheme(of: address) else {
      return error(
        field, "url_invalid", "This is not a URL.", "Enter one with a scheme, such as https://example.com or myapp://offers.")
    }
    guard action.useWebView, scheme != "https", scheme != "http" else { return }
    warning(
      field, "url_not_web", "Only web pages can open in the app.", "Use a URL that starts with https://, or choose a deep link.")
  }

  /// What is wrong with the values of a form, as far as the bounds of its fields say it.
  mutating func judgeBounds(of form: some Wire.Form, at path: String) {
    for problem in form.boundErrors() {
      error(path.isEmpty ? problem.field : "\(path).\(problem.field)", problem.code, problem.message, problem.remedy ?? "Correct it.")
    }
  }

  /// An address from which devices load a picture.
  mutating func judgeImage(_ address: String?, alt: String?, at field: String, altField: String) {
    guard let address, !address.isEmpty else { return }
    guard Address.scheme(of: address) == "https" else {
      let code = Address.runsCode(address) ? "url_not_allowed" : "url_invalid"
      return error(field, code, "This is not an image URL that all devices load.", "Use a URL that starts with https://.")
    }
    if alt.isBlank {
      warning(altField, "alt_missing", "The image has no description for people who cannot see it.", "Describe it in a few words.")
    }
  }
}
