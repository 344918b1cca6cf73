// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Testing

@testable import Console

@Suite struct VersionDifferenceTests {
  private typealias Change = VersionDifference.Change

  private static func changes(
    _ content: CampaignContent, _ edit: (inout CampaignContent) -> Void
  ) -> [Change] {
    var edited = content
    edit(&edited)
    return VersionDifference(
      from: CampaignSnapshot(name: "Offer", content: content),
      to: CampaignSnapshot(name: "Offer", content: edited)
    ).changes
  }

  /// Fields that only carry what another page of the form needs.
  private static let silent: Set<String> = ["type"]

  @Test(arguments: Contents.all + SurfaceSamples.all)
  func `every field of a form has a name for those who read its history`(
    _ content: CampaignContent
  ) throws {
    guard let type = CampaignType(content) else { return }
    let form = CampaignForm(name: "Offer", content: content)
    let book = FieldIndex(type, form, FormSuggestions())
    for (name, value) in form.values
    where !value.isEmpty && !Self.silent.contains(name) && !name.hasSuffix("_unit") {
      #expect(book.place(name) != nil, "\(name) = \(value)")
      if name.hasSuffix(".id") { continue }
      #expect(book.isShown(name), "\(name) = \(value)")
    }
  }

  @Test func `a change is told in the words of the editor`() throws {
    let cart = Samples.cart.content
    #expect(Self.changes(cart) { _ in }.isEmpty)
    #expect(
      Self.changes(cart) { $0.message?.header = "Hi" } == [
        Change(label: "Header", before: "Delivery is on us", after: "Hi")
      ])
    #expect(
      Self.changes(cart) { $0.message?.buttons[1].text = "Pay" }
        == [Change(label: "Button 2: Text", before: "To the checkout", after: "Pay")])
    #expect(
      Self.changes(cart) { $0.priority.bucket = .known(.low) } == [
        Change(label: "Priority", before: "High", after: "Low")
      ])
    #expect(
      Self.changes(cart) { $0.rules.delayMilliseconds = 120_000 } == [
        Change(label: "Delay", before: nil, after: "2 minutes")
      ])
    #expect(
      Self.changes(cart) { $0.rules.render = .known(.atDisplay) }
        == [Change(label: "Fill in values for each person", before: "No", after: "Yes")])
    #expect(
      Self.changes(cart) { $0.endsAt = Samples.now } == [
        Change(label: "End (UTC)", before: nil, after: "21 Nov 2026, 14:05")
      ])
    #expect(
      Self.changes(cart) { $0.triggers[0].name = "basket" }
        == [Change(label: "Trigger 1: Name or id", before: "cart_viewed", after: "basket")])
    #expect(
      Self.changes(cart) { $0.message?.themes["light"]?.background = Wire.Color(argb: 0xFF00_0000) }
        == [Change(label: "Colours: Background, light", before: "#FFFFFF", after: "#000000")])
  }

  @Test func `a row that was added or removed is one change, and its neighbours are none`() throws {
    let survey = SurfaceSamples.survey
    let removed = Self.changes(survey) { $0.content?.questions.removeFirst() }
    #expect(
      removed.count == 1 && removed.first?.label == "Question 1" && removed.first?.after == nil, "\(removed)")
    var two = Samples.cart.content
    two.triggers.append(Wire.Trigger(kind: .known(.sessionStart)))
    let added = Self.changes(two) { $0.triggers.insert(Wire.Trigger(kind: .known(.anyPurchase)), at: 1) }
    #expect(added.map(\.label) == ["Trigger 2"] && added.first?.before == nil, "\(added)")
  }

  @Test func `a question that a variant asks is added and removed as one change too`() throws {
    var survey = SurfaceSamples.survey
    let own = try #require(survey.content)
    survey.experiment = Wire.Experiment(
      id: "x",
      variants: [.init(id: "a", share: 5_000), .init(id: "b", name: "Longer", share: 5_000, content: own)])
    let more = Wire.Question(id: "more", kind: .known(.text), title: "Anything else?")
    survey.experiment?.variants[1].content?.questions.append(more)
    let question = Self.changes(survey) { $0.experiment?.variants[1].content?.questions.removeFirst() }
    #expect(question.count == 1 && question.first?.after == nil, "\(question)")
    #expect(question.first?.label == "Variant 2, question 1", "\(question)")
  }

  @Test func `what the editor has no field for is told by its place`() throws {
    let changes = Self.changes(Samples.cart.content) { $0.message?.unknown = ["from_the_future": .int(1)] }
    #expect(changes == [Change(label: "message.from_the_future", before: nil, after: "1")])
    let other = Self.changes(SurfaceSamples.data) { $0 = Samples.review.content }
    #expect(
      other.contains { $0.label == "data" && $0.after == nil }
        && other.contains { $0.label == "message" && $0.before == nil })
  }

  @Test(arguments: 0..<UInt64(TestCases.count(15, full: 60)))
  func `versions differ exactly where their contents differ`(_ seed: UInt64)
    throws
  {
    var random = RandomContents(seed: seed)
    let (one, two) = (random.content(), random.content())
    let same = VersionDifference(
      from: CampaignSnapshot(name: "a", content: one), to: CampaignSnapshot(name: "a", content: one))
    #expect(same.changes.isEmpty, "\(same.changes)")
    let other = VersionDifference(
      from: CampaignSnapshot(name: "a", content: one), to: CampaignSnapshot(name: "a", content: two))
    #expect(other.changes.isEmpty == (one == two))
  }

  @Test func `a summary names one change with its values, and several by their fields`() throws {
    func summary(_ edit: (inout CampaignContent) -> Void) -> String? {
      var edited = Samples.cart.content
      edit(&edited)
      return VersionDifference(
        from: CampaignSnapshot(name: "Offer", content: Samples.cart.content),
        to: CampaignSnapshot(name: "Offer", content: edited)
      ).summary
    }
    #expect(summary { _ in } == nil)
    #expect(summary { $0.message?.header = "Hi" } == "Header: “Delivery is on us” → “Hi”")
    #expect(summary { $0.message?.message = String(repeating: "long ", count: 20) } == "Text")
    #expect(
      summary {
        $0.message?.header = "Hi"
        $0.priority.bucket = .known(.low)
      } == "Header and Priority")
    let many = summary {
      $0.message?.header = "Hi"
      $0.message?.message = "You"
      $0.message?.icon = "★"
      $0.priority.bucket = .known(.low)
      $0.startsAt = nil
    }
    #expect(many == "Header, Text, Icon and 2 more")
  }

  @Test func `a long text is cut to what differs and a little around it, in whole words`() throws {
    let long = String(repeating: "word ", count: 40)
    let row = ChangeRow(
      Change(label: "Text", before: long + "old price " + long, after: long + "new price " + long))
    #expect(row.before.changed == "old" || row.before.changed == "old ")
    #expect(row.after.changed.hasPrefix("new"))
    #expect(row.before.head.hasPrefix("…") && row.before.head.count == 61 && row.before.tail.hasSuffix("…"))
    #expect(row.before.whole == long + "old price " + long)
    let short = ChangeRow(Change(label: "Header", before: "Hello", after: "Hallo"))
    #expect(short.before.changed == "Hello" && short.after.changed == "Hallo" && short.before.whole == nil)
    #expect(ChangeRow(Change(label: "Header", before: nil, after: "Hi")).before.isEmpty)
  }
}
