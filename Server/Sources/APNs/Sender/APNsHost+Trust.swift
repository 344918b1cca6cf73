// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOSSL

extension APNsHost.Trust {
  /// The certificates in a PEM file. nil if it cannot be read, or has none.
  public static func authorities(inFile path: String) -> APNsHost.Trust? {
    guard let list = try? NIOSSLCertificate.fromPEMFile(path), !list.isEmpty,
      let bytes = try? list.map({ try $0.toDERBytes() })
    else {
      return nil
    }
    return .certificates(bytes)
  }
}
