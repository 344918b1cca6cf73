// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Queues. Imported C objects on Apple's side, with a Swift interface.
public import ObjectiveC

// page: dispatch/dispatchobject
open class DispatchObject: NSObject {}
// page: dispatch/dispatchqos
public struct DispatchQoS: Equatable, Sendable {
  public enum QoSClass: Sendable {
    case background, utility, `default`, userInitiated, userInteractive, unspecified
  }
  public static let background = DispatchQoS()
  public static let utility = DispatchQoS()
  public static let `default` = DispatchQoS()
  public static let userInitiated = DispatchQoS()
  public static let userInteractive = DispatchQoS()
  public static let unspecified = DispatchQoS()
}
// page: dispatch/dispatchtime
public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { fatalError() }
  public var uptimeNanoseconds: UInt64 { 0 }
  public static func < (one: DispatchTime, other: DispatchTime) -> Bool { false }
}
// page: dispatch/dispatchtimeinterval
public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}
// page: dispatch/dispatchtime
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
// page: dispatch/dispatchtime
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
// page: dispatch/dispatchqueue
open class DispatchQueue: DispatchObject, @unchecked Sendable {
  public class var main: DispatchQueue { fatalError() }
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
  public convenience init(label: String, qos: DispatchQoS = .unspecified) { fatalError() }
  public var label: String { "" }
  @preconcurrency
  public func async(
    qos: DispatchQoS = .unspecified, execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  @preconcurrency
  public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified,
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
}

// page: dispatch/dispatchtimeoutresult
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
// page: dispatch/dispatchsemaphore
open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) { fatalError() }
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
