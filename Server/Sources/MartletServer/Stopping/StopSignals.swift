// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// A source is set up before anything else can access it.
// Afterwards it is only cancelled, which any thread may do.
@preconcurrency import Dispatch
import Foundation
import Synchronization

/// SIGTERM and SIGINT: the first one requests a stop, the second ends the process immediately.
///
/// Both are handled on a separate queue, so that the second works even when no task makes progress
/// any more.
struct StopSignals: Sendable {
  private let sources: [any DispatchSourceSignal]

  /// Returns when both signals are handled: a source is only told of a signal once its queue has
  /// registered it, and until then the signal would end the process.
  init(onFirst stop: @escaping @Sendable () -> Void) async {
    let isStopping = Mutex(false)
    let queue = DispatchQueue(label: "martlet.stop-signals")
    sources = [SIGTERM, SIGINT].map { number in
      #if canImport(Darwin)
      // On Apple platforms a source sees only signals that the process itself ignores.
      signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isFirst = isStopping.withLock { isStopping in
          defer { isStopping = true }
          return !isStopping
        }
        if isFirst { stop() } else { Self.end(by: number) }
      }
      return source
    }
    for source in sources {
      await withCheckedContinuation { continuation in
        source.setRegistrationHandler { continuation.resume() }
        source.activate()
      }
    }
  }

  /// Restores the default behaviour of the signals.
  func ignore() { for source in sources { source.cancel() } }

  /// Ends the process by the signal's default action, so that its parent sees the signal.
  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
  }
}
