// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Statistics
import Testing

@testable import Console

@Suite("The page that works out the sample size")
struct SampleSizePageTests {
  private func page(_ typed: [String: String]) -> SampleSizePage {
    SampleSizePage(CampaignForm(typed.map { (name: $0.key, value: $0.value) }))
  }

  @Test func `it has the figures of the final result, for each arm, for all, and in whole weeks`() throws {
    let size = try #require(SampleSize(control: 0.05, arm: 0.06, comparisons: 2))
    let result = try #require(page(["rate": "5", "wanted": "6%", "variants": "2", "day": "3000"]).result)
    #expect(
      Int(result.people.replacing(",", with: "")) == size.arm
        && Int(result.all.replacing(",", with: "")) == size.arm * 3)
    let days = try #require(
      SampleSize.days(
        people: size.arm, share: 1.0 / 3, firstTriggersEachDay: 3_000, maturing: .seconds(5 * 86_400)))
    #expect(result.days == "\(days) days" && days > 14)
    #expect(result.waiting?.contains("3 days") == true && result.waiting?.contains("2 days") == true)
    #expect(result.others.map(\.wanted) == ["5.25%", "5.5%", "6%", "6.5%", "7.5%"])
    #expect(result.others.filter(\.isAsked).count == 1)
    #expect(result.others.first?.length == "100")
  }

  @Test func `the smallest arm and the conversion's window decide how long it takes`() throws {
    let typed = ["rate": "5", "wanted": "6", "variants": "2", "day": "3000"]
    let size = try #require(SampleSize(control: 0.05, arm: 0.06, comparisons: 2))
    let result = try #require(page(typed.merging(["share": "20", "window": "30"]) { $1 }).result)
    let days = SampleSize.days(
      people: size.arm, share: 0.2, firstTriggersEachDay: 3_000, maturing: .seconds(32 * 86_400))
    #expect(result.days == days.map { "\($0) days" })
    #expect(Int(result.all.replacing(",", with: "")) == size.arm * 5)
  }

  @Test func `a guardrail says how many people it needs`() throws {
    let size = try #require(SampleSize(guardrail: 0.4))
    let result = try #require(page(["rate": "5", "wanted": "10", "guardrail": "40"]).result)
    #expect(result.guardrail?.contains(FigureWords.count(size.arm)) == true)
    #expect(
      try #require(page(["rate": "5", "wanted": "5.1", "guardrail": "40"]).result).guardrail?.hasPrefix(
        "So many people are enough") == true
    )
    #expect(try #require(page(["rate": "5", "wanted": "6"]).result).guardrail == nil)
  }

  @Test func `a change for the worse is planned downwards`() throws {
    let result = try #require(page(["rate": "50", "wanted": "40"]).result)
    #expect(result.others.map(\.wanted).contains("25%") && result.days == nil)
  }

  @Test func `nothing is said before something is typed`() {
    let blank = page([:])
    #expect(blank.result == nil && !blank.hasProblems)
  }

  @Test(
    arguments: [
      (["rate": "five", "wanted": "6"], "rate"), (["rate": "5", "wanted": "100"], "wanted"),
      (["rate": "5", "wanted": "5"], "wanted"),
      (["rate": "5", "wanted": "6", "day": "-1"], "day"), (["rate": "5"], "wanted"),
      (["rate": "5", "wanted": "6", "variants": "2", "share": "40"], "share"),
      (["rate": "5", "wanted": "6", "window": "31"], "window"),
      (["rate": "5", "wanted": "6", "guardrail": "0"], "guardrail"),
    ])
  func `a mistake is beside its field`(typed: [String: String], field: String) {
    let found = page(typed)
    #expect(found.result == nil)
    let fields = [
      "rate": found.rate, "wanted": found.wanted, "day": found.day, "share": found.share,
      "window": found.window,
      "guardrail": found.guardrail,
    ]
    #expect(fields.filter { $0.value.isInvalid }.map(\.key) == [field])
  }
}
