// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Values that exist in Swift only.

// page: foundation/urlrequest
public struct URLRequest: Hashable, Sendable {
  public typealias CachePolicy = NSURLRequest.CachePolicy
  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
  ) { fatalError() }
  public var url: URL?
  public var cachePolicy: CachePolicy
  public var timeoutInterval: TimeInterval
  public var httpMethod: String?
  public var httpBody: Data?
  public var allHTTPHeaderFields: [String: String]?
  public var allowsCellularAccess: Bool
  public func value(forHTTPHeaderField field: String) -> String? { nil }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

// page: foundation/notification
public struct Notification: Hashable {
  public typealias Name = NSNotification.Name
  public init(name: Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) { fatalError() }
  public var name: Name
  public var object: Any?
  public var userInfo: [AnyHashable: Any]?
  public static func == (one: Notification, other: Notification) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

// page: foundation/urlresourcekey
public struct URLResourceKey: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let isDirectoryKey = URLResourceKey(rawValue: "isDirectory")
}
// page: foundation/urlresourcevalues
public struct URLResourceValues {
  public init() {}
  public var isExcludedFromBackup: Bool?
  public var isDirectory: Bool? { nil }
}
// page: foundation/url
extension URL {
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { fatalError() }
  public mutating func setResourceValues(_ values: URLResourceValues) throws {}
}
