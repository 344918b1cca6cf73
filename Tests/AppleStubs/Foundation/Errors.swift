// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Errors. NSError is an Error, and codes are values.

// page: foundation/nserror
extension NSError: Error {}
// compiler: throws and catch across the border
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
// compiler: throws and catch across the border
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }

// page: foundation/localizederror
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}
// page: foundation/localizederror
extension LocalizedError {
  public var errorDescription: String? { nil }
}
// page: swift/error
extension Error {
  public var localizedDescription: String { fatalError() }
}

// page: foundation/urlerror
public struct URLError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let unknown = Code(rawValue: -1)
    public static let cancelled = Code(rawValue: -999)
    public static let badURL = Code(rawValue: -1000)
    public static let timedOut = Code(rawValue: -1001)
    public static let unsupportedURL = Code(rawValue: -1002)
    public static let cannotFindHost = Code(rawValue: -1003)
    public static let networkConnectionLost = Code(rawValue: -1005)
    public static let notConnectedToInternet = Code(rawValue: -1009)
    public static let resourceUnavailable = Code(rawValue: -1008)
    public static let badServerResponse = Code(rawValue: -1011)
    public static let fileDoesNotExist = Code(rawValue: -1100)
    public static let dataNotAllowed = Code(rawValue: -1020)
    public static let dataLengthExceedsMaximum = Code(rawValue: -1103)
  }
  public enum NetworkUnavailableReason: Int, Sendable { case cellular, expensive, constrained }
  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: Code { fatalError() }
  public var networkUnavailableReason: NetworkUnavailableReason? { nil }
}
