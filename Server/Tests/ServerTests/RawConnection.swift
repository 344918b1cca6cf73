// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A TCP connection to a port of 127.0.0.1 that sends exactly what a test says: also what no HTTP
/// library would.
final class RawConnection: Sendable {
  private let descriptor: Int32

  struct Failure: Error {
    var call: String
    var errorNumber: Int32
  }

  init(port: Int) throws {
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", errorNumber: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let number = errno
      close(descriptor)
      throw Failure(call: "connect", errorNumber: number)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
      let flags: Int32 = 0
      #else
      // A peer that has gone is an error, not a signal.
      let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { throw Failure(call: "send", errorNumber: errno) }
      sent += count
    }
  }

  /// Says that nothing more will be sent; answers can still be read.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection without a word, so that the other side meets an error.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// All that comes until the other side ends the connection. Off the tests' threads: it waits.
  func readToEnd() async -> String {
    String(decoding: await readBytesToEnd(), as: UTF8.self)
  }

  /// The same as bytes.
  func readBytesToEnd() async -> [UInt8] {
    await Self.offThread { self.waitForEnd() }
  }

  /// What comes until `text` was in it, or the end.
  func read(until text: String) async -> String {
    await Self.offThread {
      var bytes: [UInt8] = []
      while let more = self.waitForBytes() {
        bytes += more
        if String(decoding: bytes, as: UTF8.self).contains(text) { break }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func waitForEnd() -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = waitForBytes() { bytes += more }
    return bytes
  }

  private func waitForBytes() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  static func offThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
