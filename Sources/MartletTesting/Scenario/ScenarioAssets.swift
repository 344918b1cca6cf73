// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit

/// What a scenario's server has under the address of an asset that is found: the smallest whole thing of the kind that the path's ending says.
enum ScenarioAssets {
  static func response(for url: URL) -> TransportResponse {
    switch url.pathExtension.lowercased() {
    case "zip": response("application/zip", archive)
    case "ttf", "otf", "ttc", "woff", "woff2": response("font/woff2", font)
    case "html", "htm", "xhtml": response("text/html", Array("<!doctype html><p>A page</p>".utf8))
    case "css", "js", "mjs", "json": response("text/plain", Array("{}".utf8))
    default: response("image/png", picture)
    }
  }

  private static func response(_ type: String, _ body: [UInt8]) -> TransportResponse {
    TransportResponse(status: 200, headers: ["content-type": type], body: body)
  }

  private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

  /// A PNG of one point, 70 bytes.
  private static let picture = bytes(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
  /// A ZIP archive of `index.html`, 146 bytes.
  private static let archive = bytes(
    "UEsDBBQAAAAAAAAAIVzTcGYXHAAAABwAAAAKAAAAaW5kZXguaHRtbDwhZG9jdHlwZSBodG1sPjxwPkEgcGFnZTwvcD5QSwECFAMUAAAAAAAAACFc03BmFxwAAAAcAAAACgAA"
      + "AAAAAAAAAAAApIEAAAAAaW5kZXguaHRtbFBLBQYAAAAAAQABADgAAABEAAAAAAA=")
  /// The head of a WOFF 2 font without tables, 48 bytes.
  private static let font = Array("wOF2".utf8) + [UInt8](repeating: 0, count: 44)
}
