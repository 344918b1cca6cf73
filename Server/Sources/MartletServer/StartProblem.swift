// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
public import Store

/// Why the server cannot start or a command cannot run: one clear line, with what to do.
public enum StartProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case configuration(field: String, String)
  case store(StoreError)
  case portInUse(host: String, port: Int)
  case cannotListen(host: String, port: Int, reason: String)
  /// A mistake in this build: templates or assets do not fit together.
  case pages(String)

  public var description: String {
    switch self {
    case .configuration(let field, let message): "\(field): \(message)"
    case .store(let error): error.reason
    case .portInUse(let host, let port):
      "Port \(port) on \(host) is in use by another program. Stop it, or choose another port with --port."
    case .cannotListen(let host, let port, let reason): "Cannot listen on \(host):\(port): \(reason)."
    case .pages(let reason): "The console pages cannot be read. This build is broken: \(reason)."
    }
  }
}
