// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A client that costs next to nothing, so that what is measured is the server: one connection, one
/// request at a time, blocking.
final class HTTPConnection: Sendable {
  struct Failure: Error {
    var reason: String
  }

  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = try Self.open(port: port)
  }

  static func open(port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(reason: "no socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(reason: "no connection to port \(port)") }
    return descriptor
  }

  deinit {
    close(descriptor)
  }

  static func bytes(_ method: String, _ path: String, key: String?, credential: String? = nil, body: [UInt8])
    -> [UInt8]
  {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    if let key { head += "X-Martlet-Key: \(key)\r\nContent-Type: application/json\r\n" }
    if let credential { head += "X-Martlet-Device-Credential: \(credential)\r\n" }
    head += "Content-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }

  func post(_ path: String, key: String, body: [UInt8]) throws -> [UInt8] {
    try exchange(Self.bytes("POST", path, key: key, body: body))
  }

  /// The answer's body; throws for any status but 200.
  @discardableResult
  func exchange(_ request: [UInt8]) throws -> [UInt8] {
    let answer = try answer(request)
    guard answer.head.hasPrefix("HTTP/1.1 200") else { throw Failure(reason: answer.head) }
    return answer.body
  }

  /// What the answer has the browser keep, as the browser sends it; whatever the status.
  func cookie(_ request: [UInt8]) throws -> String {
    let head = try answer(request).head
    guard let line = head.split(separator: "\r\n").first(where: { $0.lowercased().hasPrefix("set-cookie:") })
    else {
      throw Failure(reason: head)
    }
    return line.dropFirst("set-cookie:".count).prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
  }

  /// The answer, whatever its status.
  func answer(to request: [UInt8]) throws -> (head: String, status: Int, body: [UInt8]) {
    try answer(request)
  }

  private func answer(_ request: [UInt8]) throws -> (head: String, status: Int, body: [UInt8]) {
    guard send(descriptor, request, request.count, 0) == request.count else {
      throw Failure(reason: "not sent")
    }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { throw Failure(reason: "closed") }
      answer += chunk[..<count]
      guard let whole = HTTPAnswer(answer) else { continue }
      return (whole.head, whole.status, Array(answer[whole.body]))
    }
  }
}

/// An answer that has come whole.
struct HTTPAnswer {
  var head: String
  var status: Int
  /// Where it stands in the bytes.
  var body: Range<Int>

  /// nil: more has to come.
  init?(_ bytes: [UInt8]) {
    guard let end = Self.end(ofHead: bytes) else { return nil }
    head = String(decoding: bytes[..<end], as: UTF8.self)
    let lines = head.lowercased().split(separator: "\r\n")
    let length =
      lines.first { $0.hasPrefix("content-length:") }?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    guard bytes.count >= end + length else { return nil }
    status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    body = end..<end + length
  }

  private static func end(ofHead bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 3..<bytes.count
    where bytes[index] == 10 && bytes[index - 1] == 13 && bytes[index - 2] == 10 && bytes[index - 3] == 13 {
      return index + 1
    }
    return nil
  }
}
