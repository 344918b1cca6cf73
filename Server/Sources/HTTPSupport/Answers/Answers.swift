// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import HTTPTypes
public import MartletWire

/// Every error that the HTTP layer itself returns, each with a stable code, a sentence and a
/// remedy.
public enum Answers {
  // MARK: - Keys

  public static func keyMissing(scope: APIKey.Scope) -> Wire.Problem {
    Wire.Problem(
      status: 401, code: "key_missing", title: "The request has no key.",
      remedy: scope == .device
        ? "Send the app's SDK key in the header X-Martlet-Key."
        : "Send a management key in the header Authorization: Bearer KEY.")
  }

  public static func keyUnknown(scope: APIKey.Scope) -> Wire.Problem {
    Wire.Problem(
      status: 401, code: "key_unknown", title: "The key is unknown or revoked.",
      remedy:
        "Check that you copied the whole \(scope.words) and that it belongs to this server. If you lost it, create a new one."
    )
  }

  public static func keyWrongScope(needed: APIKey.Scope, found: APIKey.Scope) -> Wire.Problem {
    Wire.Problem(
      status: 401, code: "key_wrong_scope",
      title: "The key is of the wrong type: expected \(needed.words), found \(found.words).",
      remedy: needed == .management
        ? "Use a management key. Never put it in an app."
        : "Use an SDK key. Never put a management key in an app.")
  }

  // MARK: - Devices

  public static func deviceRefused(_ refusal: Wire.DeviceCredential.Refusal) -> Wire.Problem {
    let title =
      switch refusal {
      case .missing: "The request has no credential, but the device was issued one."
      case .unknown: "The credential does not belong to this device."
      case .revoked: "This device was revoked."
      }
    return Wire.Problem(
      status: 401, code: refusal.rawValue, title: title,
      remedy:
        "Continue as a new device: create a new id, send no credential, and keep the one that the next sync returns."
    )
  }

  // MARK: - Bodies

  public static func bodyTooLarge(limit: Int) -> Wire.Problem {
    Wire.Problem(
      status: 413, code: "body_too_large",
      title: "The body is longer than \(limit) bytes, compressed or decompressed.",
      remedy: "Send smaller requests.")
  }

  public static let encodingNotSupported = Wire.Problem(
    status: 415, code: "encoding_not_supported", title: "The content encoding is not supported.",
    remedy: "Send the body uncompressed or with gzip.", field: nil)

  static func undecompressable(_ problem: Wire.Gzip.Problem) -> Wire.Problem {
    switch problem {
    case .tooLarge(let limit): bodyTooLarge(limit: limit)
    case .corrupt, .trailingBytes: compressionDamaged
    case .outOfMemory: storeUnavailable
    }
  }

  public static let compressionDamaged = Wire.Problem(
    status: 400, code: "gzip_damaged", title: "The body cannot be decompressed.",
    remedy: "Compress it with gzip (RFC 1952), or remove the header Content-Encoding.")

  public static let formExpected = Wire.Problem(
    status: 415, code: "form_expected", title: "An HTML form is expected.",
    remedy: "Send application/x-www-form-urlencoded.")

  public static let formDamaged = Wire.Problem(
    status: 400, code: "form_damaged", title: "The form is not encoded correctly.",
    remedy: "Encode names and values as UTF-8 with %XX.")

  public static func tooManyFields(limit: Int) -> Wire.Problem {
    Wire.Problem(
      status: 413, code: "too_many_fields", title: "The form has more than \(limit) fields.",
      remedy: "Send fewer fields.")
  }

  static func undecodable(_ problem: Wire.DecodingProblem) -> Wire.Problem {
    let place = problem.position.map { " Line \($0.line), column \($0.column)." } ?? ""
    return Wire.Problem(
      status: problem.code == .tooDeep ? 413 : 400, code: problem.code.rawValue,
      title: problem.message + place,
      remedy: "Correct the document. See docs/wire.md and /openapi.yaml for the format.",
      field: problem.field.isEmpty ? nil : problem.field)
  }

  // MARK: - HTTP itself

  public static let bodyDamaged = Wire.Problem(
    status: 400, code: "http_malformed", title: "The body is not valid HTTP/1.1.",
    remedy: "Send a correct Content-Length or valid chunks (RFC 9112).")

  public static let bodyIncomplete = Wire.Problem(
    status: 400, code: "body_incomplete", title: "The connection ended before the body did.",
    remedy: "Send the whole body, at least \(ConnectionLimits().minimumRate) bytes a second.")

  public static let hostTwice = Wire.Problem(
    status: 400, code: "host_twice", title: "The request has more than one Host header.", remedy: "Send one.")

  public static let transferEncodingNotSupported = Wire.Problem(
    status: 501, code: "transfer_encoding_not_supported", title: "The transfer encoding is not supported.",
    remedy: "Use chunked. To compress, use Content-Encoding: gzip.")

  public static func methodNotAllowed(_ allow: String) -> Wire.Problem {
    Wire.Problem(
      status: 405, code: "method_not_allowed", title: "This path does not support this method.",
      remedy: "Use one of: \(allow).")
  }

  // MARK: - Resources

  public static let notFound = Wire.Problem(
    status: 404, code: "not_found", title: "Nothing was found at this path.",
    remedy: "Check the path. See /openapi.yaml for all paths.")

  public static let conflict = Wire.Problem(
    status: 409, code: "revision_conflict", title: "Someone else changed this after you read it.",
    remedy: "Read it again, apply your change, and send the current revision.")

  public static let alreadyExists = Wire.Problem(
    status: 409, code: "already_exists", title: "This id already exists.", remedy: "Choose another id.")

  // MARK: - Browsers

  public static let signInRequired = Wire.Problem(
    status: 401, code: "sign_in_required", title: "Please sign in.",
    remedy:
      "Open /sign-in, or the link that the server printed at start. A new one is printed by: martlet sign-in-link --data FOLDER"
  )

  /// - Parameter wait: How long the account's limit asks to wait.
  public static func tooManyGuesses(wait: Duration) -> (words: String, seconds: Int) {
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    let words =
      seconds == 1 ? "1 second" : seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
    return ("Too many attempts. Wait \(words), then try again.", seconds)
  }

  static func notPermitted(_ permission: Permission, role: Role) -> Wire.Problem {
    Wire.Problem(
      status: 403, code: "not_permitted", title: "Your role does not allow this",
      remedy: "Your role, \(role.traits.name), cannot \(permission.words). "
        + "This needs the role \(permission.leastRole.traits.name). Ask an admin of your team.")
  }

  /// A mistake in the composition of routes.
  static let permissionUnknown = Wire.Problem(
    status: 403, code: "permission_unknown", title: "This version does not say who may use this page.",
    remedy: "Please report it.")

  public static let crossSite = Wire.Problem(
    status: 403, code: "cross_site", title: "The request came from another site and was rejected.",
    remedy: "Open the page here and try again.")

  public static let formTokenWrong = Wire.Problem(
    status: 403, code: "csrf_token_wrong", title: "The page is out of date. Nothing was changed.",
    remedy: "Reload the page and try again.")

  public static let hostNotAllowed = Wire.Problem(
    status: 421, code: "host_not_allowed", title: "This server does not accept this host name.",
    remedy: "Use 127.0.0.1 or localhost, or start the server with --public-url and your host name.")

  // MARK: - The server itself

  public static let storeUnavailable = Wire.Problem(
    status: 503, code: "store_unavailable", title: "The data cannot be written right now.",
    remedy: "Try again after the time in Retry-After.")

  public static let overloaded = Wire.Problem(
    status: 503, code: "overloaded", title: "The server is overloaded.",
    remedy: "Nothing was stored. Try again after the time in Retry-After.")

  public static let shuttingDown = Wire.Problem(
    status: 503, code: "shutting_down", title: "The server is stopping.",
    remedy: "Try again after the time in Retry-After.")

  public static let internalError = Wire.Problem(
    status: 500, code: "internal_error", title: "The server had an internal error.",
    remedy: "Look for the X-Request-ID of this request in the server's log.")

  static func plain(status: HTTPResponse.Status) -> Wire.Problem {
    switch status {
    case .notFound: notFound
    case .contentTooLarge: bodyTooLarge(limit: Wire.Limits.bodyBytes)
    default: Wire.Problem(status: status.code, code: "http_\(status.code)", title: status.reasonPhrase)
    }
  }
}
