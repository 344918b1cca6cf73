// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
public import MartletWire
import NIOCore
import NIOHTTP1

extension Request {
  /// The body, decompressed, in memory that is bounded by `limit` whatever the sender claims or
  /// does.
  ///
  /// Throws 413 when the body, sent or decompressed, is longer than `limit`, 400 when the
  /// compression is damaged, 415 for an encoding other than `gzip`.
  public func bytes(limit: Int = Wire.Limits.bodyBytes) async throws -> [UInt8] {
    let bytes = try await receivedBytes(limit: limit)
    guard isCompressed else { return bytes }
    switch headers.value(of: .contentEncoding)?.lowercased() {
    case "gzip", "x-gzip": return try Wire.Gzip.decompress(bytes, limit: limit)
    default: throw Answers.encodingNotSupported
    }
  }

  /// Whether the body is sent compressed.
  var isCompressed: Bool {
    switch headers.value(of: .contentEncoding)?.lowercased() {
    case nil, "", "identity": false
    default: true
    }
  }

  /// Whether the answer may be compressed with gzip. RFC 9110, 12.5.3: `gzip;q=0` says no.
  public var acceptsGzip: Bool {
    headers[values: .acceptEncoding].contains { value in
      value.lowercased().split(separator: ",").contains { element in
        let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard parts.first == "gzip" || parts.first == "x-gzip" else { return false }
        return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
      }
    }
  }

  /// The body as it was sent.
  func receivedBytes(limit: Int = Wire.Limits.bodyBytes) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    try await receive(limit: limit) { part, limit in
      guard bytes.count + part.count <= limit else { throw Answers.bodyTooLarge(limit: limit) }
      bytes.append(contentsOf: part)
    }
    return bytes
  }

  /// Passes on the body in parts, as it arrives, with the limit that the receiver must keep. Errors
  /// here are caused by the client or the network and are not errors of the server.
  func receive(
    limit: Int = Wire.Limits.bodyBytes, _ take: (_ part: ByteBufferView, _ limit: Int) throws -> Void
  ) async throws {
    if let announced = headers.value(of: .contentLength).flatMap(Int.init), announced > limit {
      throw Answers.bodyTooLarge(limit: limit)
    }
    do {
      for try await buffer in body { try take(buffer.readableBytesView, limit) }
    } catch let problem as Wire.Problem {
      throw problem
    } catch let refusal as Refusal {
      throw refusal
    } catch let error as HTTPParserError where error != .invalidEOFState {
      throw Refusal(Answers.bodyDamaged, headers: [.connection: "close"])
    } catch  where !(error is CancellationError) {
      throw Refusal(Answers.bodyIncomplete, headers: [.connection: "close"])
    }
  }

  /// The body, decoded as a document of the protocol. Errors name the field.
  public func decode<Value: Wire.Form>(_ type: Value.Type = Value.self, limit: Int = Wire.Limits.bodyBytes)
    async throws -> Value
  {
    try Wire.decode(type, from: try await bytes(limit: limit))
  }

  /// The same, with the decompressed size in bytes.
  public func decodeMeasured<Value: Wire.Form>(_ type: Value.Type) async throws -> (value: Value, bytes: Int)
  {
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
