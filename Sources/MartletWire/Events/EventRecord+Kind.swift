// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.EventRecord.Body {
  /// The word on the wire.
  public var kind: String {
    switch self {
    case .sessionStart: "session_start"
    case .sessionEnd: "session_end"
    case .custom: "custom"
    case .purchase: "purchase"
    case .pushClick: "push_click"
    case .userChanged: "user_changed"
    case .attribute: "attribute"
    case .attributeChange: "attribute_change"
    case .impression: "impression"
    case .click: "click"
    case .dismissal: "dismissal"
    case .outcome: "outcome"
    case .decision: "decision"
    case .unknown(let kind, _): kind
    }
  }
}
