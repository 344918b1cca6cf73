// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
import MartletWire

// Literals made of token characters, so the fallbacks are never used.
extension HTTPField.Name {
  /// Carries an app's SDK key.
  public static let martletKey = Self("X-Martlet-Key") ?? .authorization
  /// Carries the secret of one device.
  public static let martletDeviceCredential = Self(Wire.DeviceCredential.header) ?? .authorization
  /// Carries what vouches for the users of a request.
  public static let martletUserSignature = Self(Wire.UserSignature.header) ?? .authorization

  /// Tells proxies to pass on each piece without delay.
  public static let acceleratedBuffering = Self("X-Accel-Buffering") ?? .from
  public static let dnsPrefetchControl = Self("X-DNS-Prefetch-Control") ?? .from
  public static let lastEventID = Self("Last-Event-ID") ?? .from
  public static let permissionsPolicy = Self("Permissions-Policy") ?? .from
  public static let referrerPolicy = Self("Referrer-Policy") ?? .from
  public static let xFrameOptions = Self("X-Frame-Options") ?? .from

  static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy") ?? .from
  static let csrfToken = Self("X-CSRF-Token") ?? .from
  static let forwarded = Self("Forwarded") ?? .from
  static let forwardedFor = Self("X-Forwarded-For") ?? .from
  /// A repeated header field: the first one has become the request's authority.
  static let repeatedHost = Self("Host") ?? .from
  static let requestID = Self("X-Request-ID") ?? .from
  static let secFetchSite = Self("Sec-Fetch-Site") ?? .from
}

extension HTTPFields {
  /// The value of a field, as the subscript returns it. It is faster for a field that is not
  /// repeated, because the subscript goes through all fields three times.
  public func value(of name: HTTPField.Name) -> String? {
    let values = self[values: name]
    return values.count < 2 ? values.first : self[name]
  }
}

/// What devices of the server's own lab say about themselves in requests. Valid only with the lab's
/// key; anybody else's header is ignored.
public enum LabHeader {
  /// The device has a draft instead of all campaigns: none of them counts as offered, whatever the
  /// answer contains.
  public static let draft = "X-Martlet-Lab-Draft"
  /// The arm that the device takes (`LabArm`).
  public static let arm = "X-Martlet-Lab-Arm"

  /// Whether a device of the lab has only a draft.
  public static func saysDraft(_ headers: HTTPFields) -> Bool {
    HTTPField.Name(draft).map { headers[$0] != nil } ?? false
  }

  /// The arm that a device of the lab takes. nil: it gets campaigns as they are.
  public static func arm(in headers: HTTPFields) -> LabArm? {
    HTTPField.Name(arm).flatMap { headers[$0] }.flatMap { LabArm($0) }
  }
}
