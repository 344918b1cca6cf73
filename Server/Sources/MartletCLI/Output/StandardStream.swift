// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where commands write. All output goes through here, so that an output error ends every command
/// in the same way.
enum StandardStream: Int32 {
  case standardOutput = 1
  case standardError = 2

  /// Bytes that could not be written.
  struct Failure: Error, CustomStringConvertible {
    let errorNumber: Int32

    var description: String {
      "Standard output cannot be written: \(String(cString: strerror(errorNumber)))."
    }

    /// The exit status. A reader that closes a pipe has read enough: the status is then what a
    /// shell reports for any program in a pipe. Otherwise it is that of an input or output error,
    /// which no command uses for its results.
    var status: Int32 { isBrokenPipe ? 128 + SIGPIPE : 74 }

    var isBrokenPipe: Bool { errorNumber == EPIPE }
  }

  /// Writes without buffering, also when the output is a file or a pipe.
  func write(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw Failure(errorNumber: errno) }
      rest = rest.dropFirst(written)
    }
  }

  /// Call before anything else is written or opened. Afterwards a broken pipe is an error and not a
  /// signal, and a closed stream stays unwritable: otherwise the next file to be opened would get
  /// its number, and with it a command's output.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // Takes the lowest free number, which is this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }
}

/// Writes a line. If a line for standard output cannot be written, the process ends with a line on
/// standard error and a matching status. A line for standard error is lost.
func say(_ line: String, to stream: StandardStream = .standardOutput) {
  do {
    try stream.write(line + "\n")
  } catch {
    guard stream == .standardOutput else { return }
    if !error.isBrokenPipe { say("martlet: \(error)", to: .standardError) }
    exit(error.status)
  }
}
