// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// The system's log.
public import ObjectiveC

// page: os/oslogtype
public struct OSLogType: Hashable, RawRepresentable, Sendable {
  public var rawValue: UInt8
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let `default` = OSLogType(0)
  public static let info = OSLogType(1)
  public static let debug = OSLogType(2)
  public static let error = OSLogType(16)
  public static let fault = OSLogType(17)
}

// page: os/oslog
open class OSLog: NSObject, @unchecked Sendable {
  public convenience init(subsystem: String, category: String) { fatalError() }
  public class var `default`: OSLog { fatalError() }
  public class var disabled: OSLog { fatalError() }
}

// page: os/logger
@frozen public struct Logger: @unchecked Sendable {
  public init() {}
  public init(subsystem: String, category: String) {}
  public init(_ logObj: OSLog) {}
  @_semantics("oslog.requires_constant_arguments")
  public func log(_ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func log(level: OSLogType, _ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func trace(_ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func debug(_ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func info(_ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func notice(_ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func warning(_ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func error(_ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func critical(_ message: OSLogMessage) {}
  @_semantics("oslog.requires_constant_arguments")
  public func fault(_ message: OSLogMessage) {}
}
