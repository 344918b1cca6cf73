// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What a click does, as a choice in the form.
enum ActionChoice: String, CaseIterable, Sendable {
  case close
  case browser
  case webView = "web_view"
  case deepLink = "deep_link"
  /// An action that this form cannot express; it stays unchanged.
  case kept

  /// - Parameter noun: What a click closes, such as `message`.
  func label(closing noun: String) -> String {
    switch self {
    case .close: "Close the \(noun)"
    case .browser: "Open in the browser"
    case .webView: "Open in the app"
    case .deepLink: "Open a deep link"
    case .kept: "Set by a program"
    }
  }

  static func write(_ action: Wire.ClickAction, to form: inout CampaignForm, _ field: String, url: String) {
    let address = action.url ?? ""
    let choice: ActionChoice =
      switch action.type {
      case .known(.none): .close
      case .known(.newsFeed), .unknown: .kept
      case .known(.url): action.useWebView ? .webView : isWeb(address) ? .browser : .deepLink
      }
    form[field] = choice.rawValue
    form[url] = address
  }

  /// - Parameter path: The path of the action.
  static func read(
    _ reader: inout FormReader, _ field: String, url: String, at path: String, over stored: Wire.ClickAction
  ) -> Wire.ClickAction {
    var action = stored
    let choice = ActionChoice(rawValue: reader.text(field, at: path))
    let address = reader.text(url, at: path + ".url")
    switch choice {
    case .kept: return action
    case .close, nil: (action.type, action.url, action.useWebView) = (.known(.none), nil, false)
    case .browser, .deepLink, .webView:
      (action.type, action.url, action.useWebView) = (
        .known(.url), address.trimmed.nilIfEmpty, choice == .webView
      )
    }
    return action
  }

  static func isWeb(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return url.isEmpty || start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}

extension FormElement {
  /// What a tap does, and its address.
  ///
  /// - Parameter noun: What a tap closes, such as `message`.
  static func action(
    _ name: String, url: String, _ value: WritableKeyPath<Value, Wire.ClickAction>, at path: String? = nil,
    closing noun: String = "message", hint: String? = nil, kindHints: [EditorField.KindHint] = [],
    style: String = "field-row action", part: String? = nil
  ) -> Self {
    Self(
      write: { root, form, scope in
        ActionChoice.write(root[keyPath: value], to: &form, scope.name(name), url: scope.name(url))
      },
      read: { reader, scope, root in
        root[keyPath: value] = ActionChoice.read(
          &reader, scope.name(name), url: scope.name(url), at: scope.path(path ?? name),
          over: root[keyPath: value])
      },
      show: { fields, scope in
        let chosen = fields.form[scope.name(name)]
        let choices = ActionChoice.allCases.filter { $0 != .kept || chosen == $0.rawValue }
        let action = fields.field(
          scope.name(name), "On tap", standard: ActionChoice.close.rawValue, hint: hint,
          kindHints: kindHints, choices: choices.map { .init($0.rawValue, $0.label(closing: noun)) })
        let address = fields.field(
          scope.name(url), "URL", hint: "https://example.com/offer or myapp://offer", inputMode: "url")
        return [.group(style, part: part, [.field(action), .group("action-url", [.field(address)])])]
      })
  }
}
