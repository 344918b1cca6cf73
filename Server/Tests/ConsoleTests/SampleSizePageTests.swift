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

  @Test("it has the figures of the final result, for each arm, for all, and in whole weeks")
  func figures() throws {
    let size = try #require(SampleSize(control: 0.05, arm: 0.06, comparisons: 2))
    let result = try #require(page(["rate": "5", "wanted": "6%", "variants": "2", "day": "3000"]).result)
    #expect(Int(result.people.replacing(",", with: "")) == size.arm && Int(result.all.replacing(",", with: "")) == size.arm * 3)
    #expect(result.days == "14 days")
    #expect(result.others.map(\.wanted) == ["5.25%", "5.5%", "6%", "6.5%", "7.5%"])
    #expect(result.others.filter(\.isAsked).count == 1)
    #expect(result.others.first?.length == "100")
  }

  @Test("a change for the worse is planned downwards")
  func downwards() throws {
    let result = try #require(page(["rate": "50", "wanted": "40"]).result)
    #expect(result.others.map(\.wanted).contains("25%") && result.days == nil)
  }

  @Test("nothing is said before something is typed")
  func blank() {
    let blank = page([:])
    #expect(blank.result == nil && !blank.hasProblems)
  }

  @Test(
    "a mistake is beside its field",
    arguments: [
      (["rate": "five", "wanted": "6"], "rate"), (["rate": "5", "wanted": "100"], "wanted"), (["rate": "5", "wanted": "5"], "wanted"),
      (["rate": "5", "wanted": "6", "day": "-1"], "day"), (["rate": "5"], "wanted"),
    ])
  func mistakes(typed: [String: String], field: String) {
    let found = page(typed)
    #expect(found.result == nil)
    let fields = ["rate": found.rate, "wanted": found.wanted, "day": found.day]
    #expect(fields.filter { $0.value.isInvalid }.map(\.key) == [field])
  }
}
