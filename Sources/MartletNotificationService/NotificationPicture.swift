// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The picture of a notification: the field `image_url` of the payload's object `martlet`.
///
/// The system calls a service extension only for notifications with an alert and
/// `"mutable-content": 1` in `aps`.
public struct NotificationPicture: Hashable, Sendable {
  /// Its address, which always begins with `https://`.
  public let url: URL

  /// The largest picture that is loaded, in bytes. The system accepts no larger one.
  public static let maximumBytes = 10_000_000

  /// The key of Martlet's object in a payload.
  static let payloadKey = "martlet"
  static let field = "image_url"
  static let longestAddress = 2_000

  /// Reads the picture of a payload.
  ///
  /// - Returns: nil if Martlet did not send the notification, or if it has no picture.
  /// - Throws: why the address of the picture is not used.
  public static func read(_ userInfo: [AnyHashable: Any]) throws(NotificationPictureProblem)
    -> NotificationPicture?
  {
    guard let martlet = userInfo[payloadKey] as? [String: Any], let value = martlet[field], !(value is NSNull)
    else { return nil }
    guard let text = value as? String, text.unicodeScalars.count <= longestAddress,
      let url = URL(string: text), url.host?.isEmpty == false
    else {
      throw .address("It is not the address of a file, of up to \(longestAddress) characters.")
    }
    guard isSecure(url) else { throw .address("It must begin with https://.") }
    // Whoever can read the payload would have the password.
    guard url.user == nil, url.password == nil else {
      throw .address("It must not have a user name or a password.")
    }
    return NotificationPicture(url: url)
  }

  /// Whether a picture can be loaded from there. It also applies to where a server redirects to.
  static func isSecure(_ url: URL) -> Bool { url.scheme?.lowercased() == "https" }
}

/// Why a notification is shown without its picture.
public enum NotificationPictureProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address in the payload is not used.
  case address(String)
  /// The server did not answer with a file. An answer with another status than 200 has none.
  case status(Int)
  /// The file is none of the types that the system shows: JPEG, PNG and GIF.
  case type(String?)
  /// The file is larger than `NotificationPicture.maximumBytes`.
  case tooLarge
  /// Foundation's error, for example -1009 without a network.
  case network(code: Int)
  /// The system gave no more time, usually after about 30 seconds.
  case timeIsUp
  /// The system did not accept the file.
  case refused

  /// The reason, with what to do. It contains neither the address nor anything else of the payload.
  public var description: String {
    switch self {
    case .address(let reason): "\(NotificationPicture.field): \(reason)"
    case .status(let status): "The server answered \(status). The address must be public, without a sign-in."
    case .type(let type): "The file is \(type ?? "of an unknown type"). Use JPEG, PNG or GIF."
    case .tooLarge: "The file is larger than \(NotificationPicture.maximumBytes / 1_000_000) MB."
    case .network(let code): "The download failed (\(code))."
    case .timeIsUp: "The download took too long. Use a smaller file."
    case .refused: "The system did not accept the file."
    }
  }
}
