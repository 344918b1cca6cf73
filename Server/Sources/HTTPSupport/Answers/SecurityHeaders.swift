// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Header fields that every answer carries. A handler that needs another policy sets the field
/// itself; it is then not changed.
///
/// Browsers never show JSON as a page, because `nosniff` keeps them from guessing another type. So
/// JSON answers, most of which go to devices, carry only what protects data, and not the 900 bytes
/// that say what a page may do.
public enum SecurityHeaders {
  /// For pages: only our own scripts and styles, none of them inline; images from anywhere by
  /// https, because authors choose them.
  public static let pagePolicy = pagePolicy(images: "'self' data: https:")

  /// The policy of a page that also loads images and styles from elsewhere; each parameter is a
  /// complete list of sources.
  public static func pagePolicy(images: String, styles: String = "'self'") -> String {
    "default-src 'none'; script-src 'self'; style-src \(styles); img-src \(images); font-src 'self'; connect-src 'self'; "
      + "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  }

  /// The header field `Permissions-Policy`: denies the page, and frames in it, every permission
  /// that a browser could grant, except those named.
  ///
  /// - Parameter own: The permissions that the page itself may use.
  public static func permissions(own: Set<String> = []) -> String {
    powers.map { own.contains($0) ? "\($0)=(self)" : "\($0)=()" }.joined(separator: ", ")
  }

  private static let jsonTypes: Set<String> = ["application/json", "application/problem+json"]

  /// Every permission of a device or a browser that a page can request.
  public static let powers = [
    "accelerometer", "bluetooth", "browsing-topics", "camera", "clipboard-read", "clipboard-write",
    "display-capture", "encrypted-media",
    "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection",
    "keyboard-map", "local-fonts",
    "magnetometer", "microphone", "midi", "otp-credentials", "payment", "picture-in-picture",
    "publickey-credentials-create",
    "publickey-credentials-get", "screen-wake-lock", "serial", "storage-access", "usb", "web-share",
    "window-management",
    "xr-spatial-tracking",
  ]

  private static let all = [
    field(.xContentTypeOptions, "nosniff"), field(.crossOriginResourcePolicy, "same-origin"),
  ]
  private static let ofPages =
    all + [
      field(.contentSecurityPolicy, pagePolicy), field(.xFrameOptions, "DENY"),
      // Buttons copy keys and links.
      field(.permissionsPolicy, permissions(own: ["clipboard-write"])),
      // Not `no-referrer`: browsers would then send `Origin: null` with our own forms, and the
      // check of the origin would fail.
      field(.referrerPolicy, "same-origin"), field(.crossOriginOpenerPolicy, "same-origin"),
    ]
  private static let ofData =
    all + [field(.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")]
  private static let ofHTTPS = field(.strictTransportSecurity, "max-age=31536000")

  private static func field(_ name: HTTPField.Name, _ value: String) -> HTTPField {
    HTTPField(name: name, value: value)
  }

  static func add(to response: inout Response, isHTTPS: Bool) {
    let isData = response.headers.value(of: .contentType).map(jsonTypes.contains) ?? false
    for field in isData ? ofData : ofPages where !response.headers.contains(field.name) {
      response.headers.append(field)
    }
    if isHTTPS, !response.headers.contains(ofHTTPS.name) { response.headers.append(ofHTTPS) }
  }
}
