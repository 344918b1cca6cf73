// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Hashes and authentication codes.
public import Foundation

// page: cryptokit/digest
public protocol Digest: ContiguousBytes, CustomStringConvertible, Hashable, Sequence, Sendable
where Element == UInt8 {
  static var byteCount: Int { get }
}
// page: cryptokit/hashfunction
public protocol HashFunction: Sendable {
  associatedtype Digest: CryptoKit.Digest
  static var blockByteCount: Int { get }
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Digest
}
// page: cryptokit/hashfunction
extension HashFunction {
  public static func hash<D: DataProtocol>(data: D) -> Digest { fatalError() }
  public mutating func update<D: DataProtocol>(data: D) {}
}
// page: cryptokit/sha256digest
public struct SHA256Digest: Digest {
  public static var byteCount: Int { 32 }
  public var description: String { "" }
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}
// page: cryptokit/sha256
public struct SHA256: HashFunction {
  public static var blockByteCount: Int { 64 }
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { fatalError() }
}
// page: cryptokit/symmetrickey
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
  public init<D: ContiguousBytes>(data: D) {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}
// page: cryptokit/hashedauthenticationcode
public struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, Hashable, Sequence, Sendable {
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}
// page: cryptokit/hmac
public struct HMAC<H: HashFunction>: Sendable {
  public typealias MAC = HashedAuthenticationCode<H>
  public init(key: SymmetricKey) {}
  public mutating func update<D: DataProtocol>(data: D) {}
  public func finalize() -> HashedAuthenticationCode<H> { fatalError() }
  public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey)
    -> HashedAuthenticationCode<H>
  {
    fatalError()
  }
  public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
    _ code: C, authenticating data: D, using key: SymmetricKey
  ) -> Bool { false }
}
