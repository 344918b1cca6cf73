// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
public import MartletCore
public import MartletKit
import NIOCore
import NIOPosix
import Store
import StoreSQLite

/// Looks at all that a server needs, and says what it found and what to do, one line each.
public enum Doctor {
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    public var subject: String
    public var isFailure: Bool
    public var message: String

    public var description: String {
      (isFailure ? "FAIL  " : "ok    ") + subject + ": " + message
    }
  }

  /// Less free space than this is reported as a failure.
  public static let minimumFreeBytes: Int64 = 200_000_000

  public static func examine(_ configuration: ServerConfiguration, environment: MartletCore.Environment = .live) async -> [Finding] {
    var findings: [Finding] = []
    if case .directory(let path) = configuration.storage {
      findings.append(await data(path))
      findings.append(disk(path))
    }
    findings.append(await port(configuration))
    findings.append(clock(environment))
    return findings
  }

  /// Opens the data, as the server would, and writes to them.
  private static func data(_ path: String) async -> Finding {
    do throws(StoreError) {
      let store = try SQLiteStore(directory: path)
      do throws(StoreError) {
        try await store.checkHealth()
      } catch {
        await store.close()
        throw error
      }
      await store.close()
      return Finding(subject: "data", isFailure: false, message: "\(path) can be written; schema \(SQLiteStore.schemaVersion).")
    } catch {
      return Finding(subject: "data", isFailure: true, message: error.reason)
    }
  }

  private static func disk(_ path: String) -> Finding {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else {
      return Finding(subject: "disk", isFailure: true, message: "The free space at \(path) cannot be found out.")
    }
    return Finding(
      subject: "disk", isFailure: free < minimumFreeBytes,
      message: free < minimumFreeBytes ? "Only \(free / 1_000_000) MB are free; make room." : "\(free / 1_000_000) MB are free.")
  }

  private static func port(_ configuration: ServerConfiguration) async -> Finding {
    let place = "\(configuration.host):\(configuration.port)"
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
        .bind(host: configuration.host, port: configuration.port).get()
      try await channel.close()
      return Finding(subject: "port", isFailure: false, message: "\(place) is free.")
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      return Finding(
        subject: "port", isFailure: true, message: "\(place) is in use: by a running server, or choose another with --port.")
    } catch {
      return Finding(subject: "port", isFailure: true, message: "Cannot listen on \(place): \(error).")
    }
  }

  /// Sign-in links, sessions and schedules depend on it.
  private static func clock(_ environment: MartletCore.Environment) -> Finding {
    // 2026-01-01: no earlier time can be right, because this version did not exist.
    let earliest = Instant(milliseconds: 1_767_225_600_000)
    let now = environment.now()
    return Finding(
      subject: "clock", isFailure: now < earliest,
      message: now < earliest ? "The system's clock is years behind; set it." : "The system's clock looks right.")
  }
}
