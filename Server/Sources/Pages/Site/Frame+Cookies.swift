// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
public import Hummingbird

// What a page's frame remembers in the browser. Neither cookie is a secret, and both are only read for their few possible values.
extension Frame.Scheme {
  /// The scheme in the browser's cookie; `system` without a cookie.
  public init(of request: Request) {
    self = Cookies(from: request.headers[values: .cookie])[Self.cookie].flatMap { Self(rawValue: $0.value) } ?? .system
  }

  /// The cookie that remembers the choice for a year.
  public func setCookie(isHTTPS: Bool) -> String {
    Cookie(name: Self.cookie, value: rawValue, maxAge: 31_536_000, path: "/", secure: isHTTPS, httpOnly: true, sameSite: .lax).description
  }
}

extension Frame.Flash {
  public static let cookie = "martlet_flash"
  /// Longer messages are truncated: a cookie has 4,096 bytes, and a character may take 12 of them.
  static let maximumLength = 240

  /// The message that the previous page left for this one; nil if there is none.
  public init?(of request: Request) {
    guard let value = Cookies(from: request.headers[values: .cookie])[Self.cookie]?.value, let dot = value.firstIndex(of: "."),
      let tone = Tone(rawValue: String(value[..<dot]))
    else { return nil }
    let encoded = "text=" + value[value.index(after: dot)...]
    guard let text = (try? FormFields(encoded: Array(encoded.utf8)))?["text"], !text.isEmpty else { return nil }
    self.init(tone, String(text.prefix(Self.maximumLength)))
  }

  /// The cookie that leaves the message for the next page.
  public func setCookie(isHTTPS: Bool) -> String {
    let value = tone.rawValue + "." + QueryString.encoded(String(text.prefix(Self.maximumLength)))
    return Cookie(name: Self.cookie, value: value, maxAge: 60, path: "/", secure: isHTTPS, httpOnly: true, sameSite: .lax).description
  }

  /// The cookie that removes the message once it has been shown.
  public static func removeCookie(isHTTPS: Bool) -> String {
    Cookie(name: cookie, value: "", maxAge: 0, path: "/", secure: isHTTPS, httpOnly: true, sameSite: .lax).description
  }
}
