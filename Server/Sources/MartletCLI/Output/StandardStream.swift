// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where commands write: the only place that does, so that output which nobody can have ends every command in the same way.
enum StandardStream: Int32 {
  case standardOutput = 1
  case standardError = 2

  /// Bytes could not be written.
  struct Failure: Error, CustomStringConvertible {
    let errorNumber: Int32

    var description: String { "Standard output cannot be written: \(String(cString: strerror(errorNumber)))." }

    /// The exit status. Whoever closes a pipe has read enough: then it is what a shell reports of any program in a pipe. Else it is that of an
    /// error of input or output, which no command uses for what it found.
    var status: Int32 { isBrokenPipe ? 128 + SIGPIPE : 74 }

    var isBrokenPipe: Bool { errorNumber == EPIPE }
  }

  /// Writes at once, also when the output is a file or a pipe.
  func write(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw Failure(errorNumber: errno) }
      rest = rest.dropFirst(written)
    }
  }

  /// Before anything else is written or opened. A broken pipe is then an error and no signal, and a stream that was closed stays one that
  /// cannot be written: without this the next file to be opened would get its number, and what a command says.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest number that is free, which is this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }
}

/// Writes a line. When that is not possible, a line for standard output ends the process, with a line on standard error and a status that says so;
/// one for standard error is lost.
func say(_ line: String, to stream: StandardStream = .standardOutput) {
  do {
    try stream.write(line + "\n")
  } catch {
    guard stream == .standardOutput else { return }
    if !error.isBrokenPipe { say("martlet: \(error)", to: .standardError) }
    exit(error.status)
  }
}
