// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Intervals and events for Instruments.

// page: os/ossignpostid
public struct OSSignpostID: Hashable, RawRepresentable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public init(_ value: UInt64) { rawValue = value }
  public static let exclusive = OSSignpostID(0)
}

// page: os/ossignpostintervalstate
public final class OSSignpostIntervalState: Sendable {
  private init() {}
}

// page: os/ossignposter
@frozen public struct OSSignposter: @unchecked Sendable {
  public init() {}
  public init(subsystem: String, category: String) {}
  public init(logHandle: OSLog) {}
  public init(logger: Logger) {}
  public var isEnabled: Bool { false }
  public func makeSignpostID() -> OSSignpostID { .exclusive }
  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    fatalError()
  }
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}
}
