// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What an app that moves in has as its connection string: `Endpoint={…};SdkKey={…};AppId={…}`.
struct ConnectionString: Hashable, Sendable {
  /// The address of the server. Without a scheme, `https` is used.
  var endpoint: String
  /// The SDK key of the app.
  var sdkKey: String
  /// Not used: the SDK key identifies the app.
  var appID: String

  /// Reads the parts in any order.
  init(_ text: String) throws(Problem) {
    var parts: [String: String] = [:]
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, Self.names.contains(String(pair[0])) else { throw .unknownPart }
      guard parts.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else {
        throw .repeated(String(pair[0]))
      }
    }
    for name in Self.names where parts[name, default: ""].isEmpty { throw .missing(name) }
    let address = parts["Endpoint", default: ""]
    endpoint = address.contains("://") ? address : "https://" + address
    sdkKey = parts["SdkKey", default: ""]
    appID = parts["AppId", default: ""]
  }

  private static let names = ["Endpoint", "SdkKey", "AppId"]

  /// What is wrong with a connection string. It never contains values, because one of them is a
  /// key.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case unknownPart
    case missing(String)
    case repeated(String)

    var description: String {
      let form = "Write Endpoint={address};SdkKey={key};AppId={id}."
      return switch self {
      case .unknownPart: "It has a part that is not Endpoint=, SdkKey= or AppId=. \(form)"
      case .missing(let name): "\(name) is missing. \(form)"
      case .repeated(let name): "\(name) is there twice. \(form)"
      }
    }
  }
}
