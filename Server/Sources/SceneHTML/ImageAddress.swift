// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Where an image may come from: an address that names a web server or carries the picture in itself.
enum ImageAddress {
  /// The address as it is, or an empty one, with which no picture can be loaded and the message counts as failed.
  static func checked(_ url: String) -> String {
    let start = url.prefix(12).lowercased()
    let isAllowed = ["https://", "http://", "data:image/"].contains { start.hasPrefix($0) }
    return isAllowed ? url : ""
  }

  /// Whether pictures of this address can move, as far as it tells.
  static func mayMove(_ url: String) -> Bool {
    let start = url.prefix(16).lowercased()
    if start.hasPrefix("data:") { return ["gif", "webp", "apng", "avif"].contains { start.hasPrefix("data:image/\($0)") } }
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".gif", ".webp", ".apng", ".avif"].contains { path.hasSuffix($0) }
  }
}
