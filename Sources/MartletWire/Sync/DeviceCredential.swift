// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// The secret with which a device proves its id. The response to a sync contains it, and later requests have it in a header.
  public enum DeviceCredential {
    /// The name of the header.
    public static let header = "X-Martlet-Device-Credential"
    /// The maximum length in bytes.
    public static let maximumLength = 256

    /// Whether the text has 1 to `maximumLength` visible ASCII characters, so that every HTTP library accepts it in a header.
    public static func isValid(_ text: String) -> Bool {
      Limits.allowInHeader(text, upTo: maximumLength)
    }

    /// The codes of problems (status 401) after which a device continues as a new device, with a new id.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
      /// The device has a secret, but the request does not contain it.
      case missing = "device_credential_missing"
      /// The secret does not belong to this device, or was replaced.
      case unknown = "device_credential_unknown"
      /// The device was revoked on the server.
      case revoked = "device_revoked"
    }
  }
}
