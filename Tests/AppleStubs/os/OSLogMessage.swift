// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// The text of a log line. Values are interpolated late, and each says whether others may see it.
public import ObjectiveC

// page: os/oslogprivacy
public struct OSLogPrivacy {
  public enum Mask { case hash, none }
  public static var `public`: OSLogPrivacy { fatalError() }
  public static var `private`: OSLogPrivacy { fatalError() }
  public static var sensitive: OSLogPrivacy { fatalError() }
  public static var auto: OSLogPrivacy { fatalError() }
  public static func `private`(mask: Mask) -> OSLogPrivacy { fatalError() }
}

// page: os/oslogmessage
@frozen @_semantics("oslog.message.type")
public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringInterpolation: OSLogInterpolation) {}
  public init(stringLiteral value: String) {}
}

// page: os/osloginterpolation
@frozen public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) {}
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
  ) {}
  public mutating func appendInterpolation<T: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> T, privacy: OSLogPrivacy = .auto
  ) {}
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Float, privacy: OSLogPrivacy = .auto
  ) {}
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Double, privacy: OSLogPrivacy = .auto
  ) {}
  public mutating func appendInterpolation(
    _ boolean: @autoclosure @escaping () -> Bool, privacy: OSLogPrivacy = .auto
  ) {}
  public mutating func appendInterpolation(
    _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto
  ) {}
  public mutating func appendInterpolation<T: CustomStringConvertible>(
    _ value: @autoclosure @escaping () -> T, privacy: OSLogPrivacy = .auto
  ) {}
}
