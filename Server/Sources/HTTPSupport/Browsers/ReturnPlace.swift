// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
package import Hummingbird
import MartletCore

/// Where somebody wanted to go who has to sign in first. Their browser keeps it in a cookie, so
/// that a link from the terminal leads there as well as a password does.
package struct ReturnPlace {
  private static let length = 1_000
  private let isHTTPS: Bool

  package init(isHTTPS: Bool) {
    self.isHTTPS = isHTTPS
  }

  private var name: String { isHTTPS ? "__Host-martlet_return" : "martlet_return" }

  /// The cookie with the page that the request was for, or from which its form was sent. nil if it
  /// can be no page.
  func cookie(for request: Request) -> Cookie? {
    let wanted: String? =
      if request.isSafe { request.uri.description } else {
        request.headers[.referer].flatMap { Self.path(ofAddress: $0) }
      }
    guard let wanted, Self.isPage(wanted),
      let value = wanted.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    else {
      return nil
    }
    return cookie(value, maximumAge: Int(BrowserSessions.linkLength.wholeMilliseconds / 1_000))
  }

  /// The path that the browser has kept; nil for none.
  package func path(in request: Request) -> String? {
    let value = Cookies(from: request.headers[values: .cookie])[name]?.value
    guard let path = value?.removingPercentEncoding, Self.isPage(path) else { return nil }
    return path
  }

  /// Removes the browser's.
  package var removal: Cookie { cookie("", maximumAge: 0) }

  private func cookie(_ value: String, maximumAge: Int) -> Cookie {
    Cookie(
      name: name, value: value, maxAge: maximumAge, path: "/", secure: isHTTPS, httpOnly: true, sameSite: .lax
    )
  }

  private static func path(ofAddress address: String) -> String? {
    guard let parts = URLComponents(string: address) else { return nil }
    return parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
  }

  /// A path on this server, never another site's address, and no page that signs somebody in.
  private static func isPage(_ path: String) -> Bool {
    path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/sign-in") && path.utf8.count <= length
      && path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
  }
}
