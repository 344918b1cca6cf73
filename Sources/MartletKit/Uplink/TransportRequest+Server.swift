// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

extension TransportRequest {
  /// Bodies longer than this are compressed.
  static let gzipThreshold = 1_024

  /// A request to one of the server's routes for devices.
  init(_ json: [UInt8], to route: String, at endpoint: URL, key: String, _ device: Trust.DeviceProof, _ user: UserProofs.Proof) {
    var headers = [
      "Accept": "application/json", "Content-Type": "application/json",
      "User-Agent": "Martlet/\(Martlet.version) (\(DeviceFacts.platform))",
      "X-Martlet-Key": key,
    ]
    headers[Wire.DeviceCredential.header] = device.credential
    headers[Wire.UserSignature.header] = user.signature
    var body = json
    if json.count > Self.gzipThreshold, let compressed = try? Wire.Gzip.compress(json) {
      headers["Content-Encoding"] = "gzip"
      body = compressed
    }
    self.init(method: "POST", url: endpoint.appendingPathComponent("sdk/v1/\(route)"), headers: headers, body: body)
  }
}
