// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why an asset is missing. The values are a closed set, documented in `docs/assets.md`.
enum AssetFailure: Error, Equatable, Sendable {
  /// The server refused it with a status from 400 to 499, except temporary ones.
  case notFound(status: Int)
  /// The server failed repeatedly.
  case server(status: Int)
  /// It exceeds the policy's size limit, possibly when unpacked, or it is a picture with more
  /// pixels than a device can draw.
  case tooLarge
  /// It did not arrive within the time that the message may wait.
  case timedOut
  /// The content is not an image, font or archive although one was expected, for example an error
  /// page.
  case wrongType
  /// It is empty, or the archive is damaged or not acceptable.
  case corrupt(String)
  /// There was no answer. The value is the kind of error.
  case network(String)
  /// Only a cellular network was available, and the policy does not allow it.
  case notAllowedOnCellular
  /// The address cannot be fetched: it is not http or https, or has no host.
  case address
  /// The cache is full of more important assets.
  case noRoom
  case disk(String)

  /// Whether a retry can succeed without any other change.
  var isTransient: Bool {
    switch self {
    case .server, .network: true
    default: false
    }
  }

  /// A stable identifier, for logs and reports.
  var word: String {
    switch self {
    case .notFound: "not_found"
    case .server: "server_error"
    case .tooLarge: "too_large"
    case .timedOut: "timed_out"
    case .wrongType: "wrong_type"
    case .corrupt: "corrupt"
    case .network: "network"
    case .notAllowedOnCellular: "not_allowed_on_cellular"
    case .address: "address"
    case .noRoom: "no_room"
    case .disk: "disk"
    }
  }
}

extension AssetFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .notFound(let status), .server(let status): "\(word) (\(status))"
    case .corrupt(let detail), .network(let detail), .disk(let detail): "\(word) (\(detail))"
    default: word
    }
  }

  /// The detail of an outcome's record: the reason, then the asset.
  ///
  /// - Parameter isPersonal: True if the message was written for one person, so that the path of
  ///   its assets may identify them too.
  func detail(of address: AssetAddress?, isPersonal: Bool) -> String {
    let why =
      switch self {
      case .corrupt, .disk: word
      default: description
      }
    guard let address else { return why }
    return "\(why) \(isPersonal ? address.loggable : address.reportable)"
  }
}
