// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Allowed addresses of images: those of a web server, and those that contain the picture itself.
enum ImageAddress {
  /// The address if it is allowed. Otherwise an empty one, which loads no picture, so that the message counts as failed.
  static func checked(_ url: String) -> String {
    let start = url.prefix(12).lowercased()
    let isAllowed = ["https://", "http://", "data:image/"].contains { start.hasPrefix($0) }
    return isAllowed ? url : ""
  }

  /// Whether a picture of this address may be animated, judging by the address alone.
  static func mayMove(_ url: String) -> Bool {
    let start = url.prefix(16).lowercased()
    if start.hasPrefix("data:") { return ["gif", "webp", "apng", "avif"].contains { start.hasPrefix("data:image/\($0)") } }
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".gif", ".webp", ".apng", ".avif"].contains { path.hasSuffix($0) }
  }
}
