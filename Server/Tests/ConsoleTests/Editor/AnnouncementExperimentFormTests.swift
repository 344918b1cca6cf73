// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Testing

@testable import Console

@Suite("The form of an experiment of announcements")
struct AnnouncementExperimentFormTests {
  private static let surfaces = CampaignContent(
    banner: Wire.Banner(title: "Spring is here", text: "For three days"),
    content: Wire.Content(
      kind: .known(.text), title: "Green", body: "20 % on everything.", actionLabel: "To the shop",
      exitLabel: "Close"))

  private static func content(_ change: (inout Wire.Banner, inout Wire.Content) -> Void) -> CampaignContent {
    var content = surfaces
    guard var banner = surfaces.banner, var shown = surfaces.content else { return content }
    change(&banner, &shown)
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 5_000),
        .init(id: "b", name: "Short", share: 3_000, banner: banner, content: shown),
      ],
      control: 2_000)
    return content
  }

  static let changes: [(String, @Sendable (inout Wire.Banner, inout Wire.Content) -> Void)] = [
    ("banner title", { banner, _ in banner.title = "20 % off" }),
    ("banner text", { banner, _ in banner.text = "Today\nonly" }),
    ("picture", { banner, _ in banner.imageURL = "https://example.com/a.png" }),
    ("title", { _, content in content.title = "Leaves" }),
    ("body", { _, content in content.body = "Everything\ngreen" }),
    ("button", { _, content in content.actionLabel = "Go" }),
    (
      "both",
      { banner, content in
        banner.title = "20 % off"
        content.body = "Half."
      }
    ),
    ("nothing", { _, _ in }),
    ("a field that the form does not have", { banner, _ in banner.isCloseable = false }),
    ("no text", { banner, _ in banner.text = nil }), ("no button", { _, content in content.exitLabel = nil }),
  ]

  @Test(arguments: changes.map(\.0))
  func `a stored experiment reads back as it was, whatever its variant changes`(name: String) throws {
    let content = Self.content(try #require(Self.changes.first { $0.0 == name }?.1))
    let reading = CampaignForm(name: "C", content: content).reading(over: content)
    #expect(reading.misreadings == [] && reading.type == .announcement)
    // What a variant does not change is the campaign's.
    var expected = content.experiment
    if expected?.variants[1].banner == Self.surfaces.banner { expected?.variants[1].banner = nil }
    if expected?.variants[1].content == Self.surfaces.content { expected?.variants[1].content = nil }
    #expect(reading.content.experiment == expected)
  }

  @Test(
    arguments: ["{", "[]", #"{"banner":1}"#])
  func `an edited text of the campaign reaches its variants, and a wrong JSON is named in its words`(
    json: String
  ) {
    let content = Self.content { banner, _ in banner.title = "20 % off" }
    var form = CampaignForm(name: "C", content: content)
    form["banner.text"] = "Until Sunday"
    form["content.body"] = "New"
    let variant = form.reading(over: content).content.experiment?.variants[1]
    #expect(
      variant?.banner?.text == "Until Sunday" && variant?.banner?.title == "20 % off"
        && variant?.content == nil)
    form["variant.1.json"] = json
    #expect(form.reading(over: content).misreadings.map(\.message) == ["This is not an announcement."])
  }

  @Test func `a banner that is turned off is in no variant, and problems of a variant are at its fields`() {
    let content = Self.content { banner, content in (banner.title, content.body) = ("20 % off", "Half.") }
    var form = CampaignForm(name: "C", content: content)
    form["shows"] = BannerForm.Shows.content.rawValue
    let reading = form.reading(over: content)
    #expect(
      reading.content.experiment?.variants[1].banner == nil
        && reading.content.experiment?.variants[1].content?.body == "Half.")
    #expect(reading.field("experiment.variants[1].content.body") == "variant.1.content_body")
    #expect(reading.field("experiment.variants[1].banner.image_url") == "variant.1.image_url")
    #expect(reading.field("experiment.variants[1].content.themes") == "variant.1.text")
  }

  @Test
  func
    `the fields are those of an announcement, each in the part of the form that shows it, without the turn of messages`()
    throws
  {
    let form = CampaignForm(name: "C", content: Self.content { banner, _ in banner.title = "20 % off" })
    let fields = EditorFields(form, [], FormSuggestions())
    #expect(CampaignType.announcement.experimentSubject == .announcement)
    let section = ExperimentForm.section(.announcement, fields, isLaunched: false)
    #expect(!section.has("experiment.keeps_turn"))
    #expect(
      ExperimentForm.variants(of: .announcement, fields, isLaunched: false).rows[1].fields.map {
        "\($0.label) \($0.part ?? "-")"
      } == [
        "Name -", "Share (%) -", "Banner title banner", "Banner text banner", "Banner picture URL banner",
        "Announcement title content",
        "Announcement text content", "Button content",
      ])
  }
}
