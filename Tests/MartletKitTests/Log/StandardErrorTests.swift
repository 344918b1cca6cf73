// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MartletKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What the log does to the process, each time in a process of its own.
@Suite(.timeLimit(.minutes(5)))
struct StandardErrorTests {
  @Test func `a log line does no harm when standard error is closed`() async {
    await #expect(processExitsWith: .success) {
      close(STDERR_FILENO)
      await Lines.log()
    }
  }

  #if os(Linux)
  @Test func `a log line does no harm when nothing more fits where standard error leads`() async {
    await #expect(processExitsWith: .success) {
      dup2(open("/dev/full", O_WRONLY), STDERR_FILENO)
      await Lines.log()
    }
  }
  #endif

  @Test
  func
    `a log line does no harm when the reader of standard error is gone, though the app lets such a pipe end it`()
    async
  {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[1], STDERR_FILENO)
      close(ends[0])
      await Lines.log()
      // The signal is as it was: the app's own writes raise it.
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      precondition(sigismember(&mask, SIGPIPE) == 0)
      sigpending(&mask)
      precondition(sigismember(&mask, SIGPIPE) == 0)
      // Whoever runs this test writes there too, at its end.
      signal(SIGPIPE, SIG_IGN)
    }
  }

  @Test
  func
    `a log line waits for no reader: when a pipe is full, lines are lost, and those that fitted are whole`()
    async
  {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[1], STDERR_FILENO)
      close(ends[1])
      for _ in 0..<1_000 { StandardError.write(String(repeating: "x", count: 999) + "\n") }
      await Lines.log()
      close(STDERR_FILENO)
      var bytes = [UInt8](repeating: 0, count: 2_000_000)
      var count = 0
      while true {
        let more = read(ends[0], &bytes[count], bytes.count - count)
        guard more > 0 else { break }
        count += more
      }
      precondition(count >= 10_000 && count < 1_000_000)
      precondition(bytes[..<10_000].split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count == 999 })
    }
  }

  @Test func `a line of any length arrives whole where there is room`() async throws {
    await #expect(processExitsWith: .success) {
      let file = URL.temporaryFile()
      dup2(open(file.path, O_WRONLY | O_CREAT, 0o600), STDERR_FILENO)
      let line = String(repeating: "é", count: 100_000) + "\n"
      StandardError.write(line)
      let written = try Data(contentsOf: file)
      try FileManager.default.removeItem(at: file)
      precondition(written == Data(line.utf8))
    }
  }
}

private enum Lines {
  /// What an app that is set up wrongly has in its log.
  static func log() async {
    let configuration = Martlet.Configuration(apiKey: "", endpoint: "?")
    configuration.storageDirectory = .temporaryFile()
    let martlet = Martlet(configuration: configuration)
    for number in 0..<100 { martlet.logCustomEvent(name: "$\(number)") }
    martlet.isEnabled = false
    await martlet.settled()
    StandardError.write(String(repeating: "x", count: 1_000_000) + "\n")
    if let folder = configuration.storageDirectory { try? FileManager.default.removeItem(at: folder) }
  }
}

extension URL {
  /// A path that does not exist yet. The test's folders are removed by a process that these are not
  /// run in.
  fileprivate static func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "martlet-log-\(getpid())")
  }
}
