// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
public import MartletWire
import NIOCore

extension Response {
  /// A document of the protocol, in its canonical form.
  public init(status: HTTPResponse.Status = .ok, json form: some Wire.Form, headers: HTTPFields = [:]) {
    self.init(status: status, jsonBytes: Wire.encode(form), headers: headers)
  }

  /// Encoded JSON, shared with other answers.
  ///
  /// - Parameter isCompressed: Whether the buffer is compressed with gzip.
  public init(json buffer: ByteBuffer, isCompressed: Bool) {
    var headers = Self.jsonHeaders
    if isCompressed { headers[.contentEncoding] = "gzip" }
    self.init(status: .ok, headers: headers, body: ResponseBody(byteBuffer: buffer))
  }

  // Made once, because almost every answer to a device has them.
  private static let jsonHeaders: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]

  /// Encoded JSON.
  public init(
    status: HTTPResponse.Status = .ok, jsonBytes: [UInt8], contentType: String = "application/json",
    headers: HTTPFields = [:]
  ) {
    var headers = headers
    headers[.contentType] = contentType
    headers[.cacheControl] = headers[.cacheControl] ?? "no-store"
    self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: jsonBytes)))
  }

  /// An error for programs.
  public init(problem: Wire.Problem) {
    self.init(
      status: HTTPResponse.Status(code: problem.status), jsonBytes: Wire.encode(problem),
      contentType: "application/problem+json")
  }

  public init(status: HTTPResponse.Status = .ok, html: String, headers: HTTPFields = [:]) {
    self.init(status: status, text: html, contentType: "text/html; charset=utf-8", headers: headers)
  }

  public init(
    status: HTTPResponse.Status = .ok, text: String, contentType: String = "text/plain; charset=utf-8",
    headers: HTTPFields = [:]
  ) {
    var headers = headers
    headers[.contentType] = contentType
    headers[.cacheControl] = headers[.cacheControl] ?? "no-store"
    self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// For use after a form was accepted: the browser requests `path` with GET, so that a reload
  /// sends nothing twice. `path` begins with one slash.
  public init(seeOther path: String, headers: HTTPFields = [:]) {
    var headers = headers
    headers[.location] = path
    headers[.cacheControl] = "no-store"
    self.init(status: .seeOther, headers: headers)
  }
}
