// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
public import MartletCore
public import MartletKit
import MartletWire
import NIOCore
import NIOPosix
import Store

/// Checks everything that a server needs, and reports what it found and what to do, one line each.
public enum Doctor {
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    public var subject: String
    public var isFailure: Bool
    public var message: String

    public var description: String { (isFailure ? "FAIL  " : "ok    ") + subject + ": " + message }

    fileprivate static func ok(_ subject: String, _ message: String) -> Finding {
      Finding(subject: subject, isFailure: false, message: message)
    }

    fileprivate static func fail(_ subject: String, _ message: String) -> Finding {
      Finding(subject: subject, isFailure: true, message: message)
    }
  }

  /// Less free space than this is reported as a failure.
  public static let minimumFreeBytes: Int64 = 200_000_000

  public static func examine(
    _ configuration: ServerConfiguration, environment: MartletCore.Environment = .live
  ) async -> [Finding] {
    var findings: [Finding] = []
    if let location = configuration.storage.location, let folder = configuration.storage.folder {
      findings += place(location, at: environment.now())
      findings.append(await data(folder, location, configuration.storage))
      findings.append(disk(folder))
    }
    findings.append(await port(configuration))
    findings.append(clock(environment))
    return findings
  }

  private static func place(_ location: any StoreLocation, at now: Instant) -> [Finding] {
    do throws(StoreError) {
      return try location.examine(at: now).map {
        Finding(subject: $0.subject, isFailure: $0.isFailure, message: $0.message)
      }
    } catch {
      return [.fail("database", error.reason)]
    }
  }

  /// Opens the data as the server would, and writes to it. Creates nothing: if the data does not
  /// exist yet, only checks its place.
  private static func data(
    _ path: String, _ location: any StoreLocation, _ storage: ServerConfiguration.Storage
  ) async -> Finding {
    guard location.hasData else {
      if case .database = storage {
        return .ok("data", "\(location) has no data yet. The first start creates it.")
      }
      let place = nearestExisting(path)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder.boolValue,
        FileManager.default.isWritableFile(atPath: place)
      else { return .fail("data", "\(path) does not exist and cannot be created in \(place).") }
      return .ok("data", "\(path) has no data yet. The first start creates it.")
    }
    do throws(StartProblem) {
      let damage = try await DataFolder.use(storage) { store throws(StoreError) in
        let damage = try await store.findDamage()
        if damage.isEmpty { try await store.checkHealth() }
        return damage
      }
      guard damage.isEmpty else {
        return .fail(
          "data",
          "The data in \(location) is damaged. Restore a backup. What is wrong: \(damage.joined(separator: " "))"
        )
      }
      return .ok("data", "\(location) is intact and writable, schema \(location.schema).")
    } catch {
      return .fail("data", error.description)
    }
  }

  /// The path itself, or the nearest folder above it that exists.
  private static func nearestExisting(_ path: String) -> String {
    var url = URL(fileURLWithPath: path).standardizedFileURL
    while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
    return url.path
  }

  private static func disk(_ path: String) -> Finding {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: nearestExisting(path))
    guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else {
      return .fail("disk", "The free space at \(path) cannot be determined.")
    }
    return free < minimumFreeBytes
      ? .fail("disk", "Only \(free / 1_000_000) MB are free. Free some space.")
      : .ok("disk", "\(free / 1_000_000) MB are free.")
  }

  private static func port(_ configuration: ServerConfiguration) async -> Finding {
    let place = "\(configuration.host):\(configuration.port)"
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
        .bind(host: configuration.host, port: configuration.port).get()
      try await channel.close()
      return .ok("port", "\(place) is free.")
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      if await isMartlet(configuration) { return .ok("port", "A Martlet server is running on \(place).") }
      return .fail(
        "port", "\(place) is in use by another program. Stop it, or choose another port with --port.")
    } catch {
      return .fail("port", "Cannot listen on \(place): \(error).")
    }
  }

  /// True when whatever listens there answers as this server does.
  private static func isMartlet(_ configuration: ServerConfiguration) async -> Bool {
    let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][configuration.host] ?? configuration.host
    let server = PublicURL(host: host, port: configuration.port)
    func ask(_ path: String) async -> Wire.JSONValue? {
      guard let url = URL(string: "\(server)/\(path)") else { return nil }
      let answer = try? await URLSessionTransport().send(
        TransportRequest(method: "GET", url: url, timeout: .seconds(10)))
      return answer.flatMap { $0.status == 200 ? try? Wire.decode(Wire.JSONValue.self, from: $0.body) : nil }
    }
    guard await ask("livez")?["status"] == "ok" else { return false }
    return await ask("version")?["version"]?.string != nil
  }

  /// Sign-in links, sessions and schedules depend on it.
  private static func clock(_ environment: MartletCore.Environment) -> Finding {
    // 2026-01-01. No earlier time can be right, because this version did not exist.
    let earliest = Instant(milliseconds: 1_767_225_600_000)
    return environment.now() < earliest
      ? .fail("clock", "The system clock is years behind. Set it.")
      : .ok("clock", "The system clock looks right.")
  }
}
