// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// The secret by which a server knows a device again: given in the answer to a sync, sent in a header of later requests.
  public enum DeviceCredential {
    /// The header that carries it.
    public static let header = "X-Martlet-Device-Credential"
    /// Bytes.
    public static let maximumLength = 256

    /// 1 to `maximumLength` visible characters of ASCII, so that any HTTP library takes it as a header.
    public static func isValid(_ text: String) -> Bool {
      !text.isEmpty && text.utf8.count <= maximumLength && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Codes of the problems (status 401) after which a device has to go on as a new one, with an id of its own making.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
      /// This device was given one, and the request carries none.
      case missing = "device_credential_missing"
      /// It is not this device's, or one that was replaced.
      case unknown = "device_credential_unknown"
      /// Somebody ended it on the server.
      case revoked = "device_revoked"
    }
  }
}
