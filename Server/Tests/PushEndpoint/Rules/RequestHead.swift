// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOHPACK

/// The header fields of a request that matter, each in its first value.
struct RequestHead: Sendable {
  var method = ""
  var path = ""
  var authorization: String?
  var id: String?
  var topic: String?
  var kind: String?
  var priority: String?
  var expiration: String?
  var collapseID: String?
  private(set) var hasDuplicates = false

  init(_ headers: HPACKHeaders) {
    for (name, value, _) in headers {
      switch name {
      case ":method": method = value
      case ":path": path = value
      case "authorization": set(\.authorization, value)
      case "apns-id": set(\.id, value)
      case "apns-topic": set(\.topic, value)
      case "apns-push-type": set(\.kind, value)
      case "apns-priority": set(\.priority, value)
      case "apns-expiration": set(\.expiration, value)
      case "apns-collapse-id": set(\.collapseID, value)
      default: break
      }
    }
  }

  private mutating func set(_ field: WritableKeyPath<RequestHead, String?>, _ value: String) {
    if self[keyPath: field] != nil { hasDuplicates = true }
    self[keyPath: field] = self[keyPath: field] ?? value
  }

  static let pathPrefix = "/3/device/"

  /// Empty if the path is another one.
  var deviceToken: String {
    path.hasPrefix(Self.pathPrefix) ? String(path.dropFirst(Self.pathPrefix.count)) : ""
  }
}
