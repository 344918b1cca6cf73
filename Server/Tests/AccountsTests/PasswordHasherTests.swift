// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import ServerTestSupport
import Testing

@testable import Identity

@Suite struct PasswordHasherTests {
  static let cheap = PasswordCost(logRounds: 4, blockSize: 8, parallelism: 1)

  private let hasher: PasswordHasher

  init() throws {
    hasher = PasswordHasher(cost: try #require(Self.cheap))
  }

  /// RFC 7914, section 12: the third test vector, cut to the length of a key.
  @Test func `keys are those of scrypt`() async throws {
    let cost = try #require(PasswordCost(logRounds: 14, blockSize: 8, parallelism: 1))
    let key: [UInt8] = [
      0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb, 0xfd,
      0xa8, 0xfb, 0xba, 0x90, 0x4f,
      0x8e,
      0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
    ]
    let stored = PasswordHash(cost: cost, salt: Array("SodiumChloride".utf8), key: key)
    #expect(try await hasher.matches("pleaseletmein", stored))
    #expect(try await !hasher.matches("pleaseletmeout", stored))
  }

  @Test func `a password is its own, and no two are stored alike`() async throws {
    let (first, second) = (try await hasher.hash("a quiet bird"), try await hasher.hash("a quiet bird"))
    #expect(first.salt != second.salt && first.key != second.key)
    #expect(first.salt.count == 16 && first.key.count == 32 && first.cost == Self.cheap)
    #expect(try await hasher.matches("a quiet bird", first))
    #expect(try await hasher.matches("a quiet bird", PasswordHash(text: second.text)))
    for other in ["a quiet bird ", "A quiet bird", "", "a quiet bir"] {
      #expect(try await !hasher.matches(other, first))
    }
  }

  @Test func `composed characters are the same password`() async throws {
    let stored = try await hasher.hash("\u{E5}ngstr\u{F6}m units")
    #expect(try await hasher.matches("a\u{30A}ngstro\u{308}m units", stored))
  }

  @Test func `nobody's password is never right`() async throws {
    #expect(try await !hasher.matches("a quiet bird", nil))
    #expect(try await !hasher.matches("", nil))
  }

  @Test func `beyond those that may wait, everybody is refused at once`() async throws {
    let full = PasswordHasher(cost: try #require(Self.cheap), maximumWaiting: 0)
    await #expect(throws: PasswordHasher.Busy()) { _ = try await full.hash("a quiet bird") }
    await #expect(throws: PasswordHasher.Busy()) { _ = try await full.matches("a quiet bird", nil) }
    // A place is free again afterwards.
    let one = PasswordHasher(cost: try #require(Self.cheap), maximumWaiting: 1)
    for _ in 0..<3 { _ = try await one.hash("a quiet bird") }
  }

  @Test func `strangers fill only their own queue, and those who are known go first`() async throws {
    let hasher = PasswordHasher(cost: try #require(Self.cheap), maximumWaiting: 3)
    func arrive(_ queue: PasswordHasher.Queue, _ count: Int) async -> [Task<Bool, any Error>] {
      var arrived: [Task<Bool, any Error>] = []
      for number in 1...count {
        arrived.append(Task { try await hasher.matches("a quiet bird", nil, in: queue) })
        try? await eventually("the password waits") { hasher.count(queue) >= number }
      }
      return arrived
    }
    hasher.thread.suspend()
    let strangers = await arrive(.strangers, 3)
    await #expect(throws: PasswordHasher.Busy()) {
      _ = try await hasher.matches("a quiet bird", nil, in: .strangers)
    }
    let known = await arrive(.known, 3)
    await #expect(throws: PasswordHasher.Busy()) { _ = try await hasher.hash("a quiet bird") }
    // The first one is being derived.
    #expect(hasher.next == [.strangers, .known, .known, .known, .strangers, .strangers])
    hasher.thread.resume()
    for task in strangers + known { #expect(try await !task.value) }
    #expect(hasher.next == [])
  }
}
