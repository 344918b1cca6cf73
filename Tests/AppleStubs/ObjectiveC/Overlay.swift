// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What the compiler asks of the module ObjectiveC when it bridges BOOL, SEL and NSObject.
@_exported import ObjectiveC

// page: objectivec/objcbool
@frozen public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  private var value: Int8
  public init(_ value: Bool) { self.value = value ? 1 : 0 }
  public init(booleanLiteral value: Bool) { self.init(value) }
  public var boolValue: Bool { value != 0 }
}
// compiler: BOOL as Bool
public func _convertBoolToObjCBool(_ value: Bool) -> ObjCBool { ObjCBool(value) }
// compiler: BOOL as Bool
public func _convertObjCBoolToBool(_ value: ObjCBool) -> Bool { value.boolValue }

// page: foundation/nszone
public typealias NSZone = OpaquePointer

// page: objectivec/selector
@frozen public struct Selector: ExpressibleByStringLiteral, Hashable, @unchecked Sendable {
  private var pointer: OpaquePointer
  public init(_ name: String) { fatalError() }
  public init(stringLiteral name: String) { self.init(name) }
}

// page: objectivec/nsobject-swift.class
extension NSObject: Equatable, Hashable, CVarArg {
  public static func == (one: NSObject, other: NSObject) -> Bool { one.isEqual(other) }
  public func hash(into hasher: inout Hasher) {}
  public var _cVarArgEncoding: [Int] { [] }
}
// page: objectivec/autoreleasepool(invoking:)
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
