// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import NIOHPACK

extension Push {
  /// The header fields of its request. What many pushes share is indexed, so it is sent once for
  /// each connection; what is different each time is not.
  func headers(authority: String, token: String) -> HPACKHeaders {
    var headers = HPACKHeaders()
    headers.reserveCapacity(11)
    headers.add(name: ":method", value: "POST")
    headers.add(name: ":scheme", value: "https")
    headers.add(name: ":authority", value: authority)
    headers.add(name: ":path", value: "/3/device/\(deviceToken)", indexing: .nonIndexable)
    headers.add(name: "authorization", value: token)
    headers.add(name: "apns-topic", value: topic)
    headers.add(name: "apns-push-type", value: kind.rawValue)
    headers.add(name: "apns-priority", value: String(priority.rawValue))
    headers.add(name: "apns-id", value: id.text, indexing: .nonIndexable)
    headers.add(
      name: "apns-collapse-id", value: collapseID,
      indexing: collapseID == id.text ? .nonIndexable : .indexable)
    if let expiration {
      headers.add(name: "apns-expiration", value: String(max(expiration.milliseconds / 1_000, 0)))
    }
    return headers
  }
}
