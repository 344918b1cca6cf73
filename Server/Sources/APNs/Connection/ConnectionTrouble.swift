// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Why there is no connection to APNs. The raw values are stored and reported.
public enum ConnectionTrouble: String, Hashable, Sendable, CaseIterable {
  case noListener = "no_listener"
  case unknownHost = "unknown_host"
  case unreachable = "host_unreachable"
  case certificate = "certificate_not_trusted"
  case tls = "tls_failed"
  case timeout = "connection_timeout"
  case closed = "connection_closed"
  case refused = "streams_refused"
  case silent = "connection_silent"

  /// What happened and what to do.
  public var words: String {
    switch self {
    case .noListener:
      "Nobody listens at the host and port of APNs. Check them, and whether a firewall is between."
    case .unknownHost: "The host of APNs is not known. Check its name, and this machine’s DNS."
    case .unreachable: "The host of APNs cannot be reached. Check this machine’s network."
    case .certificate:
      "The certificate of the host is not trusted. Check which authorities this machine trusts, or --apns-ca."
    case .tls: "The host does not speak TLS as APNs does. Check its name and port."
    case .timeout: "The host of APNs did not answer in time. Check whether a firewall is between."
    case .closed: "The host of APNs closes each connection without an answer."
    case .refused: "The host of APNs refuses pushes without an answer."
    case .silent: "The host of APNs has stopped answering."
    }
  }
}

extension ConnectionTrouble {
  /// What an error of a connection means.
  init(_ error: any Error) {
    switch error {
    case let error as NIOConnectionError:
      let failures = error.connectionErrors.map(\.error)
      if failures.isEmpty {
        self = .unknownHost
      } else if failures.contains(where: { ($0 as? IOError)?.errnoCode == ECONNREFUSED }) {
        self = .noListener
      } else {
        self =
          failures.contains { if case ChannelError.connectTimeout = $0 { true } else { false } }
          ? .timeout : .unreachable
      }
    case ChannelError.connectTimeout: self = .timeout
    case let error as IOError where error.errnoCode == ECONNREFUSED: self = .noListener
    case is NIOSSLExtraError: self = .certificate
    case NIOSSLError.handshakeFailed(let reason):
      // BoringSSL only says it in words.
      self = "\(reason)".contains("CERTIFICATE_VERIFY_FAILED") ? .certificate : .tls
    default: self = .closed
    }
  }
}
