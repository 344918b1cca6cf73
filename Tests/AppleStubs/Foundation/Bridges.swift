// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AvoidRetroactiveConformances

// How Swift's values become Foundation's objects. URL, Data, Date, UUID, Locale, TimeZone, Calendar
// and so on are the toolchain's own.
@_exported import CoreFoundation
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
public import FoundationEssentials
@_exported import ObjectiveC

// compiler: a bridge needs bodies, which never run
public protocol _Bridge: _ObjectiveCBridgeable {}
// compiler: the bodies
extension _Bridge {
  public func _bridgeToObjectiveC() -> _ObjectiveCType { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?)
    -> Bool
  { true }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType?) -> Self { fatalError() }
}
// page: swift/string
extension String: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSString }
// page: foundation/url
extension URL: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSURL }
// page: foundation/data
extension Data: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSData }
// page: foundation/date
extension Date: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSDate }
// page: foundation/indexpath
extension IndexPath: @retroactive _ObjectiveCBridgeable, _Bridge {
  public typealias _ObjectiveCType = NSIndexPath
}
// page: foundation/uuid
extension UUID: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSUUID }
// page: swift/array
extension Array: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSArray }
// page: swift/dictionary
extension Dictionary: @retroactive _ObjectiveCBridgeable, _Bridge {
  public typealias _ObjectiveCType = NSDictionary
}
// page: swift/set
extension Set: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSSet }
// page: swift/anyhashable
extension AnyHashable: @retroactive _ObjectiveCBridgeable, _Bridge {
  public typealias _ObjectiveCType = NSObject
}
// page: swift/bool
extension Bool: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: swift/int
extension Int: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: swift/uint
extension UInt: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: swift/int32
extension Int32: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: swift/int64
extension Int64: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: swift/uint32
extension UInt32: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: swift/uint64
extension UInt64: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: swift/float
extension Float: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: swift/double
extension Double: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: corefoundation/cgfloat
extension CGFloat: @retroactive _ObjectiveCBridgeable, _Bridge { public typealias _ObjectiveCType = NSNumber }
// page: foundation/urlrequest
extension URLRequest: _Bridge { public typealias _ObjectiveCType = NSURLRequest }
// page: foundation/notification
extension Notification: _Bridge { public typealias _ObjectiveCType = NSNotification }
