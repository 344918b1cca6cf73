// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import Testing

@testable import MartletKit

@Suite struct AssetPlanTests {
  private func names(_ plan: AssetPlan) -> [String] {
    plan.entries.map { String($0.address.text.split(separator: "/").last ?? "") }
  }

  @Test
  func `the campaigns that win come first: by bucket, order, age and id; those that are over are left out`()
    throws
  {
    let now = Instant(milliseconds: 1_000)
    var newer = Sample.campaign("newer", Sample.picture("newer.png"))
    newer.createdAt = Instant(milliseconds: 5)
    var over = Sample.campaign("over", Sample.picture("over.png"), bucket: .high)
    over.endsAt = now
    let campaigns = [
      Sample.campaign("b", Sample.picture("b.png")), Sample.campaign("a", Sample.picture("a.png")), newer,
      Sample.campaign("low", Sample.picture("low.png"), bucket: .low, order: 9), over,
      Sample.campaign("high", Sample.picture("high.png"), bucket: .high),
      Sample.campaign("second", Sample.picture("second.png"), order: 1),
    ]
    let expected = ["high.png", "second.png", "newer.png", "a.png", "b.png", "low.png"]
    let needs = Dictionary(
      uniqueKeysWithValues: campaigns.map { (CampaignID($0.id), AssetNeeds($0.message)) })
    let definitions = try campaigns.map { try $0.definition() }
    #expect(names(AssetPlan(definitions, needs: needs, maximumCount: 500, now: now)) == expected)
    #expect(names(AssetPlan(definitions.reversed(), needs: needs, maximumCount: 500, now: now)) == expected)
  }

  @Test
  func
    `each address is fetched once, at the place of its most important message, and no more than the limit`()
  {
    let plan = AssetPlan(
      messages: [
        Sample.picture("a.png"), Sample.html(["b.css", "a.png", "c.png#part", "c.png"]),
        Sample.picture("d.png"),
      ], maximumCount: 3)
    #expect(names(plan) == ["a.png", "b.css", "c.png"])
    #expect(plan.omitted == 1)
    #expect(AssetPlan(messages: [Sample.picture("a.png")], maximumCount: 0).entries.isEmpty)
  }

  @Test func `what may not be kept, needs no fetch or cannot be fetched is not fetched in advance`() {
    let plan = AssetPlan(
      messages: [
        Sample.picture("a.png?cache=false"), Sample.picture("b.png?x=1&cache=FALSE"),
        Wire.Message(kind: .known(.modal), imageURL: "data:image/png;base64,AA"),
        Wire.Message(kind: .known(.modal), imageURL: "file:///etc/passwd"),
        Wire.Message(kind: .known(.modal), imageURL: "pictures/a.png"),
        Sample.picture("c.png?cache=true"),
      ], maximumCount: 500)
    #expect(names(plan) == ["c.png?cache=true"])
    #expect(plan.unusable == 2)
  }

  @Test func `only the fields that a kind uses count; a control message needs nothing`() throws {
    for kind in Wire.Message.Kind.allCases {
      let message = Wire.Message(
        kind: .known(kind), message: "x", imageURL: Sample.url("image.png"),
        assetURLs: [Sample.url("page.css")])
      let expected: [String] =
        switch kind {
        case .control: []
        case .html: ["page.css"]
        default: ["image.png"]
        }
      #expect(names(AssetPlan(messages: [message], maximumCount: 9)) == expected)
      #expect(try AssetNeeds(message).checked().count == expected.count)
    }
  }

  @Test func `an address that can never be fetched fails its message`() throws {
    let file = Wire.Message(kind: .known(.modal), imageURL: "file:///app/picture.png")
    #expect(throws: AssetFailure.address) { try AssetNeeds(file).checked() }
    #expect(
      try AssetNeeds(Wire.Message(kind: .known(.modal), imageURL: "data:image/png;base64,AA")).checked()
        .isEmpty)
    #expect(try AssetNeeds(Sample.picture("a?cache=false")).checked().count == 1)
  }

  @Test(
    arguments: [
      "", "a.png", "/a.png", "//host/a.png", "ftp://host/a", "http://", "https:///a", "javascript:alert(1)",
      "about:blank", "http:a",
    ])
  func `what is no http address with a host cannot be fetched`(text: String) {
    #expect(AssetAddress(text) == nil)
  }

  @Test func `an address has one form: without fragment; scheme in any case`() throws {
    #expect(AssetAddress("https://h.test/a.svg#b") == AssetAddress("https://h.test/a.svg"))
    #expect(AssetAddress("HTTPS://h.test/a")?.pathExtension == "")
    #expect(AssetAddress("https://h.test/a.PNG?x=y.zip")?.pathExtension == "png")
    #expect(AssetAddress("https://h.test/" + String(repeating: "a", count: 4_096)) == nil)
  }

  @Test(
    arguments: [
      ("a.zip", AssetRole.archive), ("a.ZIP?v=1", .archive), ("a.jpeg", .image), ("a.woff2", .font),
      ("a.css", .other), ("a", .other),
      ("index.html", .page),
    ])
  func `the path says what an entry of asset_urls is`(name: String, role: AssetRole) throws {
    #expect(AssetPlan(messages: [Sample.html([name])], maximumCount: 9).entries.map(\.role) == [role])
  }

  @Test func `every value of the policy is brought into its range`() {
    var policy = Martlet.Configuration.AssetPolicy()
    #expect(policy.clamped == policy)
    policy.maximumAssetBytes = -1
    policy.maximumCacheBytes = 0
    policy.maximumAssetCount = -5
    policy.parallelDownloads = 0
    policy.displayDeadline = -1
    policy.cellular = .smallOnly(maximumBytes: -1)
    var least = policy.clamped
    #expect(
      least.maximumAssetBytes == 1_024 && least.maximumCacheBytes == 1_024 && least.maximumAssetCount == 0)
    #expect(
      least.parallelDownloads == 1 && least.displayDeadline == 0
        && least.cellular == .smallOnly(maximumBytes: 0))
    policy = .init()
    (policy.maximumAssetBytes, policy.maximumCacheBytes, policy.maximumAssetCount) = (.max, .max, .max)
    (policy.parallelDownloads, policy.displayDeadline, policy.cellular) = (
      .max, .infinity, .smallOnly(maximumBytes: .max)
    )
    least = policy.clamped
    #expect(
      least.maximumAssetBytes == 67_108_864 && least.maximumCacheBytes == 2_147_483_648
        && least.maximumAssetCount == 5_000)
    #expect(
      least.parallelDownloads == 16 && least.displayDeadline == 300
        && least.cellular == .smallOnly(maximumBytes: 67_108_864))
    policy.displayDeadline = .nan
    #expect(policy.clamped.displayDeadline == 10)
  }
}
