// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension DiagnosticList {
  /// What is wrong with a tap's action. The same for messages and all other surfaces.
  mutating func check(_ action: Wire.ClickAction, at field: String) {
    switch action.type {
    case .unknown:
      return error(
        field + ".type", "action_unknown", "This version does not know this action.", "Choose none or url.")
    case .known(.none), .known(.newsFeed): return
    case .known(.url): break
    }
    let field = field + ".url"
    guard let address = action.url, !address.isBlank else {
      return error(field, "url_missing", "The action has no URL.", "Enter one, or choose another action.")
    }
    let verdict = Address.verdict(of: address)
    if let problem = verdict.problem { return error(field, problem.code, problem.message, problem.remedy) }
    guard case .scheme(let scheme) = verdict else {
      return error(
        field, "url_invalid", "This is not a URL.",
        "Enter one with a scheme, such as https://example.com or myapp://offers.")
    }
    guard action.useWebView, scheme != "https", scheme != "http" else { return }
    warning(
      field, "url_not_web", "Only web pages can open in the app.",
      "Use a URL that starts with https://, or choose a deep link.")
  }

  /// What is wrong with what a notification shows and opens.
  mutating func checkAddresses(of push: Wire.PushNotification) {
    check(push.action, at: "push.action")
    let others =
      [("push.image_url", push.imageURL)]
      + push.actions.sorted { $0.key < $1.key }.map { ("push.actions.\($0.key).url", $0.value.url) }
    for case (let field, let address?) in others {
      guard let problem = Address.verdict(of: address).problem else { continue }
      error(field, problem.code, problem.message, problem.remedy)
    }
  }

  /// What is wrong with the values of a form, as far as the bounds of its fields say it.
  mutating func checkBounds(of form: some Wire.Form, at path: String) {
    for problem in form.boundErrors() {
      error(
        path.isEmpty ? problem.field : "\(path).\(problem.field)", problem.code, problem.message,
        problem.remedy ?? "Correct it.")
    }
  }

  /// An address from which devices load a picture.
  ///
  /// - Parameter altField: The field for its description; nil if it has none.
  mutating func checkImage(_ address: String?, alt: String? = nil, at field: String, altField: String? = nil)
  {
    guard let address, !address.isEmpty else { return }
    let verdict = Address.verdict(of: address)
    guard verdict == .scheme("https") else {
      let problem = verdict.problem
      return error(
        field, problem?.code ?? "url_invalid",
        verdict == .valueInFront ? problem?.message ?? "" : "This is not an image URL that all devices load.",
        "Use a URL that starts with https:// and a host.")
    }
    if let altField, alt.isBlank {
      warning(
        altField, "alt_missing", "The image has no description for people who cannot see it.",
        "Describe it in a few words.")
    }
  }
}

extension Wire.PushNotification {
  /// What is wrong with its addresses.
  public var addressProblems: [Diagnostic] {
    var found = DiagnosticList()
    found.checkAddresses(of: self)
    return found.diagnostics
  }
}
