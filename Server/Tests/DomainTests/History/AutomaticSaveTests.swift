// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Testing

struct AutomaticSaveTests {
  private static let start = Instant(milliseconds: 1_000_000)
  private static let ana = Author.member(id: "ana", name: "Ana")

  private static func change(
    _ number: Int, after seconds: Int64 = 0, since: Instant? = start,
    _ edit: (inout CampaignChange) -> Void = { _ in }
  )
    -> CampaignChange
  {
    var change = CampaignChange(
      number: number, version: 1, kind: .edited, at: start + .seconds(seconds), author: ana,
      automaticSince: since)
    edit(&change)
    return change
  }

  @Test(
    arguments: [(0, true), (600, true), (601, false)])
  func `an automatic save takes the place of the one before it, for ten minutes after the first`(
    _ seconds: Int64, _ joins: Bool
  ) {
    let next = Self.change(8, after: seconds, since: Self.start + .seconds(seconds))
    #expect(
      next.joined(with: Self.change(7)) == (joins ? Self.change(8, after: seconds, since: Self.start) : nil))
  }

  @Test func `a change that somebody asked for, another author's and one that ran stay`() {
    let next = Self.change(8)
    #expect(next.joined(with: Self.change(7)) != nil)
    #expect(next.joined(with: Self.change(7, since: nil)) == nil)
    #expect(Self.change(8, since: nil).joined(with: Self.change(7)) == nil)
    #expect(next.joined(with: Self.change(7) { $0.author = .link }) == nil)
    #expect(next.joined(with: Self.change(7) { $0.kind = .created }) == nil)
    #expect(next.joined(with: Self.change(7) { $0.kind = .performed(.launch) }) == nil)
    #expect(next.joined(with: Self.change(7) { $0.hasRun = true }) == nil)
    // A clock that was set back.
    #expect(next.joined(with: Self.change(7, since: Self.start + .seconds(1))) == nil)
  }
}
