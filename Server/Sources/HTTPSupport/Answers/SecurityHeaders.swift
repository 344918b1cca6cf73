// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird

/// Header fields that every answer carries. A handler that needs another policy sets the field itself; it is then left alone.
public enum SecurityHeaders {
  /// Pages: only our own scripts and styles, none of them inline; images from anywhere by https, because authors choose them.
  public static let pagePolicy = pagePolicy(images: "'self' data: https:")

  /// The policy of a page that takes images and styles from elsewhere too; each parameter is a whole list of sources.
  public static func pagePolicy(images: String, styles: String = "'self'") -> String {
    "default-src 'none'; script-src 'self'; style-src \(styles); img-src \(images); font-src 'self'; connect-src 'self'; "
      + "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  }

  /// The same for pages that our own pages show in a frame.
  public static let framePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; "
    + "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

  /// For what a frame answers: allows our own pages to show it.
  public static func allowFraming(_ response: inout Response) {
    response.headers[.contentSecurityPolicy] = framePolicy
    response.headers[xFrameOptions] = "SAMEORIGIN"
  }

  static func add(to response: inout Response, isHTTPS: Bool) {
    func setDefault(_ name: HTTPField.Name, _ value: String) {
      if response.headers[name] == nil { response.headers[name] = value }
    }
    setDefault(.contentSecurityPolicy, pagePolicy)
    setDefault(.xContentTypeOptions, "nosniff")
    setDefault(xFrameOptions, "DENY")
    // Not `no-referrer`: with it browsers send `Origin: null` with our own forms, and the check of the origin would be lost.
    setDefault(referrerPolicy, "same-origin")
    setDefault(crossOriginOpenerPolicy, "same-origin")
    setDefault(crossOriginResourcePolicy, "same-origin")
    if isHTTPS { setDefault(.strictTransportSecurity, "max-age=31536000") }
  }

  // Literals made of token characters, so the fallback is never used.
  private static let xFrameOptions = HTTPField.Name("X-Frame-Options") ?? .from
  private static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .from
  private static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .from
  private static let crossOriginResourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy") ?? .from
}
