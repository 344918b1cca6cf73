// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension AssetFailure {
  /// For the record of an outcome: why, then which asset.
  ///
  /// - Parameter isPersonal: the message was written for one person, so that also the path of its assets may name them.
  func detail(of address: AssetAddress?, isPersonal: Bool) -> String {
    let why =
      switch self {
      case .notFound(let status), .server(let status): "\(word) (\(status))"
      case .network(let kind): "\(word) (\(kind))"
      default: word
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
