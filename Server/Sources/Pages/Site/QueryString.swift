// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes addresses of pages with their parameters.
public enum QueryString {
  /// `path?a=1&b=2`; pairs with an empty value are left out.
  public static func url(_ path: String, _ pairs: [(String, String)]) -> String {
    let kept = pairs.filter { !$0.1.isEmpty }
    guard !kept.isEmpty else { return path }
    return path + "?" + kept.map { encoded($0.0) + "=" + encoded($0.1) }.joined(separator: "&")
  }

  /// Percent-encodes everything but ASCII letters, digits and `-._~`.
  public static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
