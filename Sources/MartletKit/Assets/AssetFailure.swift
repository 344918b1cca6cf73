// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why an asset is not there. The words are closed and documented in `docs/assets.md`.
enum AssetFailure: Error, Equatable, Sendable {
  /// The server refuses it: any status of 400 to 499 but those that pass by themselves.
  case notFound(status: Int)
  /// The server failed, again and again.
  case server(status: Int)
  /// Longer than the policy takes, also when unpacked; or a picture of more pixels than a device can draw.
  case tooLarge
  /// It did not come within the time that the message may wait.
  case timedOut
  /// Something came that is no image, font or archive, where one was expected: a page of an error, say.
  case wrongType
  /// Empty, or an archive that is damaged or not acceptable.
  case corrupt(String)
  /// No answer; the kind of error.
  case network(String)
  /// Only a cellular network was there, and the policy does not allow it.
  case notAllowedOnCellular
  /// The address is none that can be fetched: not http or https, or without a host.
  case address
  /// The cache is full of what is wanted more.
  case noRoom
  /// The disk refuses it.
  case disk(String)

  /// Worth another try in a while, without anything having changed.
  var isTransient: Bool {
    switch self {
    case .server, .network: true
    default: false
    }
  }

  /// One stable word, for logs and reports.
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
}

extension AssetFailure {
  /// For the record of an outcome: why, then which asset.
  ///
  /// - Parameter isPersonal: the message was written for one person, so that also the path of its assets may name them.
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

extension AssetAddress {
  /// Host and path as they stand in the campaign. No query, and no name and password: those may be somebody's.
  var reportable: String {
    guard let components = URLComponents(string: text) else { return loggable }
    return (components.host ?? "") + components.percentEncodedPath
  }
}
