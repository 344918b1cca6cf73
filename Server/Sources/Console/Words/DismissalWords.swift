// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Why a message left the screen.
enum DismissalWords {
  static func label(_ cause: String) -> String {
    switch Wire.Open<Wire.EventRecord.DismissalCause>(cause).known {
    case .user: "Closed by the person"
    case .click: "Closed by a click"
    case .auto: "Closed automatically"
    case .app: "Closed by the app"
    case .userChanged: "Another person signed in"
    case .wiped: "The app deleted its data"
    case .recalled: "Recalled: campaign changed, paused or finished"
    case nil: cause.replacing("_", with: " ")
    }
  }
}

extension Wire.OutcomeWords {
  /// One line: the reason if there is one, else the title.
  var line: String {
    guard let reason else { return title }
    return reason.first?.isLowercase == true ? "\(title): \(reason)" : reason
  }
}

extension Wire.Message {
  /// The clicked element, by the id under which clicks are counted.
  func clickedWords(_ id: String) -> String {
    if id == "body" { return "The message itself" }
    guard let button = buttons.first(where: { String($0.id) == id }) else { return "Button \(id) (earlier version)" }
    return "“\(button.text)”"
  }
}
