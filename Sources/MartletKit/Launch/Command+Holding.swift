// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Command {
  /// Something that is logged, which the gate counts until the client comes to it.
  var isEvent: Bool {
    switch self {
    case .log, .setAttribute, .changeAttribute: true
    default: false
    }
  }

  var isWipe: Bool { if case .wipe = self { true } else { false } }
  var isSwitch: Bool { if case .setEnabled = self { true } else { false } }
  var isSignature: Bool { if case .setSignature = self { true } else { false } }
  var isUserChange: Bool {
    switch self {
    case .changeUser, .logOut: true
    default: false
    }
  }

  /// About what it takes in memory while it waits.
  var heldBytes: Int {
    let content =
      switch self {
      case .log(let kind, _): kind.properties.map { Wire.JSONValue(.object($0)).encodedByteCount } ?? 0
      case .setAttribute(_, let value, _): Wire.JSONValue(value).encodedByteCount
      case .changeAttribute(_, let change, _): change.value.encodedByteCount
      case .changeUser(_, let signature?, _, _), .setSignature(let signature, _): signature.utf8.count
      default: 0
      }
    return 512 + content
  }
}
