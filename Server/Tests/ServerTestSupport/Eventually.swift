// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Testing

/// Thrown when what a test waits for never happened.
public struct NeverHappened: Error, CustomStringConvertible {
  public var description: String
}

/// Waits until a condition holds. If it never does, the test fails, says what it waited for, and
/// ends.
///
/// It looks often at first, then every few milliseconds, so that a test that waits leaves the
/// processor to what it waits for. It gives up after five minutes of rests or more: a busy machine
/// makes every look slower, and does not take one away.
///
/// - Parameter what: What is awaited, as the end of "Never happened: …".
public func eventually(
  _ what: String, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  for look in 0..<60_000 {
    if try await condition() { return }
    try Task.checkCancellation()
    if look < 50 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(5)) }
  }
  Issue.record("Never happened: \(what)", sourceLocation: sourceLocation)
  throw NeverHappened(description: "Never happened: \(what)")
}
