// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Many phones on one thread: sends requests over many connections, and notes what became of each.
struct LoadGenerator {
  /// Milliseconds from the moment at which a request was sent, by the status of its answer.
  struct Result {
    var seconds = 0.0
    var milliseconds: [Int: [Double]] = [:]
    /// Due, but every connection was busy until the end.
    var unsent = 0
    /// Connections that ended without an answer.
    var broken = 0

    func count(_ status: Int) -> Int { milliseconds[status]?.count ?? 0 }
    func rate(_ status: Int) -> Double { Double(count(status)) / seconds }

    func percentile(_ share: Double, _ status: Int) -> Double {
      guard let sorted = milliseconds[status]?.sorted(), !sorted.isEmpty else { return .nan }
      return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
  }

  private struct Connection {
    var descriptor: Int32
    var begun = 0.0
    var request: [UInt8] = []
    var sent = 0
    var answer: [UInt8] = []
    var isBusy = false
  }

  private let port: Int
  private let next: () -> [UInt8]
  private var connections: [Connection] = []
  private var result = Result()

  /// - Parameter next: Makes a request, and should cost next to nothing.
  init(port: Int, connections count: Int, next: @escaping () -> [UInt8]) throws {
    (self.port, self.next) = (port, next)
    for _ in 0..<count { connections.append(Connection(descriptor: try Self.connect(port: port))) }
  }

  /// `rate`: requests a second, due whether those before are answered or not. nil: each connection
  /// sends when it has its answer.
  mutating func run(seconds: Double, rate: Double?) throws -> Result {
    result = Result()
    let now = Stopwatch.started()
    var dueCount = 0
    var free = Array(connections.indices)
    // The end of the answers is waited for, but not for ever.
    while case let time = now(), time < seconds || (free.count < connections.count && time < seconds + 10) {
      if time < seconds {
        while let index = free.last {
          guard let rate else {
            begin(free.removeLast(), at: time)
            continue
          }
          let due = Double(dueCount) / rate
          guard due <= time else { break }
          dueCount += 1
          free.removeLast()
          begin(index, at: time)
        }
      }
      try poll(now: now, free: &free)
    }
    result.seconds = seconds
    if let rate { result.unsent = max(0, Int(seconds * rate) - dueCount) }
    result.broken += connections.count - free.count
    return result
  }

  mutating func close() {
    for connection in connections { _ = Foundation.close(connection.descriptor) }
    connections = []
  }

  // MARK: - Connections

  private mutating func begin(_ index: Int, at time: Double) {
    connections[index].begun = time
    connections[index].request = next()
    connections[index].sent = 0
    connections[index].answer.removeAll(keepingCapacity: true)
    connections[index].isBusy = true
  }

  private mutating func poll(now: () -> Double, free: inout [Int]) throws {
    var waiting: [pollfd] = []
    var indices: [Int] = []
    for index in connections.indices where connections[index].isBusy {
      if connections[index].sent < connections[index].request.count { send(index) }
      let isSending = connections[index].sent < connections[index].request.count
      waiting.append(
        pollfd(fd: connections[index].descriptor, events: Int16(isSending ? POLLOUT : POLLIN), revents: 0))
      indices.append(index)
    }
    _ = Foundation.poll(&waiting, nfds_t(waiting.count), 1)
    for (place, entry) in waiting.enumerated() where entry.revents != 0 {
      let index = indices[place]
      guard entry.revents & Int16(POLLIN) != 0 || entry.revents & Int16(POLLHUP | POLLERR) != 0 else {
        continue
      }
      switch receive(index) {
      case .status(let status):
        result.milliseconds[status, default: []].append((now() - connections[index].begun) * 1_000)
        connections[index].isBusy = false
        free.append(index)
      case .incomplete: break
      case .ended:
        result.broken += 1
        _ = Foundation.close(connections[index].descriptor)
        connections[index] = Connection(descriptor: try Self.connect(port: port))
        free.append(index)
      }
    }
  }

  private mutating func send(_ index: Int) {
    let rest = connections[index].request[connections[index].sent...]
    let written = rest.withUnsafeBytes {
      Foundation.send(connections[index].descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if written > 0 { connections[index].sent += written }
  }

  private enum Received {
    case status(Int)
    case incomplete, ended
  }

  private mutating func receive(_ index: Int) -> Received {
    let descriptor = connections[index].descriptor
    let count = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { connections[index].answer += buffer[..<count] }
      return count
    }
    guard count > 0 else { return count < 0 && errno == EAGAIN ? .incomplete : .ended }
    return HTTPAnswer(connections[index].answer).map { .status($0.status) } ?? .incomplete
  }

  private static func connect(port: Int) throws -> Int32 {
    let descriptor = try HTTPConnection.open(port: port)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    return descriptor
  }
}
