// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Testing

@testable import Console

@Suite("The form of an experiment of notifications")
struct PushExperimentFormTests {
  private static let push = Wire.PushNotification(
    title: "Spring is here", text: "For three days", sound: "default")

  private static func content(_ change: (inout Wire.PushNotification) -> Void) -> CampaignContent {
    var content = CampaignContent(triggers: [], push: push)
    var other = push
    change(&other)
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [.init(id: "a", share: 5_000), .init(id: "b", name: "Short", share: 3_000, push: other)],
      control: 2_000)
    return content
  }

  static let changes: [(String, @Sendable (inout Wire.PushNotification) -> Void)] = [
    ("title", { $0.title = "20 % off" }), ("text", { $0.text = "Today\nonly" }),
    ("picture", { $0.imageURL = "https://example.com/a.png" }),
    ("link", { $0.action = Wire.ClickAction(type: .known(.url), url: "shop://spring") }),
    ("nothing", { _ in }),
    ("a field that the form does not have", { $0.sound = "bell.caf" }), ("no text", { $0.text = nil }),
  ]

  @Test(arguments: changes.map(\.0))
  func `a stored experiment reads back as it was, whatever its variant changes`(name: String) throws {
    let content = Self.content(try #require(Self.changes.first { $0.0 == name }?.1))
    let reading = CampaignForm(name: "C", content: content).reading(over: content)
    #expect(reading.misreadings == [] && reading.type == .push)
    var expected = content.experiment
    // A variant that changes nothing has the campaign's notification.
    if name == "nothing" { expected?.variants[1].push = nil }
    #expect(reading.content.experiment == expected)
  }

  @Test func `an edited text of the campaign reaches its variants, and a wrong JSON is named in its words`() {
    let content = Self.content { $0.title = "20 % off" }
    var form = CampaignForm(name: "C", content: content)
    form["push.text"] = "Until Sunday"
    #expect(form.reading(over: content).content.experiment?.variants[1].push?.text == "Until Sunday")
    form["variant.1.json"] = "{"
    #expect(form.reading(over: content).misreadings.map(\.message) == ["This is not a notification."])
  }

  @Test func `the fields are those of a notification, without the turn of messages`() throws {
    let form = CampaignForm(name: "C", content: Self.content { $0.title = "20 % off" })
    let fields = EditorFields(form, [], FormSuggestions())
    let keepTurn = ExperimentSubject.allCases.filter {
      ExperimentForm.section($0, fields, isLaunched: false).has("experiment.keeps_turn")
    }
    #expect(keepTurn == [.message])
    #expect(
      ExperimentForm.variants(of: .push, fields, isLaunched: false).rows[1].fields.map(\.label) == [
        "Name", "Share (%)", "Title", "Text", "Picture URL", "URL on tap",
      ])
  }
}
