// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
public import MartletWire
import NIOCore
import NIOHTTP1

extension Request {
  /// The body, decompressed, in memory that is bounded by `limit` whatever the sender claims or does.
  ///
  /// Throws 413 when the body, sent or decompressed, is longer than `limit`, 400 when the compression is damaged, 415 for an encoding other
  /// than `gzip`.
  public func bytes(limit: Int = Wire.Limits.bodyBytes) async throws -> [UInt8] {
    let bytes = try await receivedBytes(limit: limit)
    switch headers[.contentEncoding]?.lowercased() {
    case nil, "", "identity": return bytes
    case "gzip", "x-gzip": return try Wire.Gzip.decompress(bytes, limit: limit)
    default: throw Answers.encodingNotSupported
    }
  }

  /// The body as it was sent. What goes wrong here is the client's doing, or the network's, and no error of the server.
  func receivedBytes(limit: Int = Wire.Limits.bodyBytes) async throws -> [UInt8] {
    if let announced = headers[.contentLength].flatMap(Int.init), announced > limit { throw Answers.bodyTooLarge(limit: limit) }
    var bytes: [UInt8] = []
    do {
      for try await buffer in body {
        guard bytes.count + buffer.readableBytes <= limit else { throw Answers.bodyTooLarge(limit: limit) }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
    } catch let problem as Wire.Problem {
      throw problem
    } catch let error as HTTPParserError where error != .invalidEOFState {
      throw Refusal(Answers.bodyDamaged, headers: [.connection: "close"])
    } catch  where !(error is CancellationError) {
      throw Refusal(Answers.bodyIncomplete, headers: [.connection: "close"])
    }
    return bytes
  }

  /// The body read as a document of the protocol. Errors name the field.
  public func decode<Value: Wire.Form>(_ type: Value.Type = Value.self, limit: Int = Wire.Limits.bodyBytes) async throws -> Value {
    try Wire.decode(type, from: try await bytes(limit: limit))
  }

  /// The same, and how many bytes it has, decompressed.
  public func decodeMeasured<Value: Wire.Form>(_ type: Value.Type) async throws -> (value: Value, bytes: Int) {
    let bytes = try await bytes()
    return (try Wire.decode(type, from: bytes), bytes.count)
  }

  /// The fields of an HTML form.
  public func formFields(limit: Int = Wire.Limits.bodyBytes) async throws -> FormFields {
    let type = headers[.contentType]?.lowercased() ?? ""
    guard type.hasPrefix("application/x-www-form-urlencoded") else { throw Answers.formExpected }
    return try FormFields(encoded: try await bytes(limit: limit))
  }
}
