// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes to standard error without ever ending or blocking the process. Text that cannot be
/// written is lost.
///
/// `FileHandle.write(_:)` ends the process if standard error is closed, full, or a pipe without a
/// reader.
package enum StandardError {
  /// The size that a pipe accepts in one write if it is writable.
  private static let pieceLength = 4_096

  package static func write(_ text: String) {
    withoutBrokenPipeSignal {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty, isWritable {
        let written = rest.prefix(pieceLength).withUnsafeBytes {
          writeBytes(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// False also for a full pipe, because this never waits for a reader.
  private static var isWritable: Bool {
    var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, 0) == 1 && descriptor.revents == Int16(POLLOUT)
  }

  /// If the reader closes the pipe after the check and before the write, a signal would end the
  /// process. The signal is blocked for this thread only, and removed if it was not pending before,
  /// so that the app's own handling of it does not change.
  private static func withoutBrokenPipeSignal(_ body: () -> Void) {
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    let wasPending = isBrokenPipePending
    var before = sigset_t()
    guard pthread_sigmask(SIG_BLOCK, &brokenPipe, &before) == 0 else { return }
    body()
    if !wasPending, isBrokenPipePending {
      #if canImport(Darwin)
      var signal: Int32 = 0
      sigwait(&brokenPipe, &signal)
      #else
      var atOnce = timespec()
      sigtimedwait(&brokenPipe, nil, &atOnce)
      #endif
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static var isBrokenPipePending: Bool {
    var pending = sigset_t()
    sigemptyset(&pending)
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1
  }
}
