// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Martlet {
  /// The person using the app.
  public struct User: Sendable {
    let client: Martlet

    /// Sets an attribute for audiences and personalisation. Key: 1…255 characters.
    public func setCustomAttribute(key: String, value: String) { client.setAttribute(key: key, value: .string(value)) }
    public func setCustomAttribute(key: String, value: Bool) { client.setAttribute(key: key, value: .bool(value)) }
    public func setCustomAttribute(key: String, value: Int) { client.setAttribute(key: key, value: .int(Int64(value))) }
    public func setCustomAttribute(key: String, value: Double) { client.setAttribute(key: key, value: .double(value)) }
    public func unsetCustomAttribute(key: String) { client.setAttribute(key: key, value: .null) }
  }
}
