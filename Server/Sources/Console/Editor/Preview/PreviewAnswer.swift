// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import SceneHTML

/// The answer to the page's script: `{"html": …, "css": …, "notice": …, "taps": {…}, "probes": […],
/// "people": […], "ready": …, "review": …, "verdict": …, "steps": {…}, "folds": {…}, "properties":
/// {…}, "translations": …, "languages": […], "leads": {…}, "marks": {…}, "walked": "…"}`. Missing
/// values are left out.
struct PreviewAnswer {
  var preview: MessagePreview
  var probes: [MessagePreview.Probe] = []
  /// Suggested user ids.
  var people: [String] = []
  /// Whether the campaign can be launched and tried out.
  var isReady: Bool
  /// The review as markup, and its verdict in words.
  var review: (html: String, verdict: String)
  /// The fields of other languages as markup.
  var translations: String
  /// The languages that the device can have.
  var languages: [LanguageWords.Language] = []
  /// How many problems the fields of each step have.
  var problems: [EditorStep: Int] = [:]
  /// Problems of lines, which the fields with code show beside them.
  var marks: [FormProblem] = []
  /// The content of the form's folds, in words.
  var folds: [String: String]
  /// Suggested property names, by the trigger's field.
  var properties: [String: [String]] = [:]
  /// The audiences that there are now: somebody may have made one in another tab.
  var audiences: [(value: String, name: String)] = []

  var json: [UInt8] {
    var fields: [String: Wire.JSONValue] = [
      "review": .string(review.html), "verdict": .string(review.verdict),
      "folds": .object(folds.mapValues { .string($0) }),
      "steps": .object(
        Dictionary(uniqueKeysWithValues: problems.map { ($0.key.rawValue, .int(Int64($0.value))) })),
      "taps": .object(preview.taps.mapValues { .string($0) }),
      "leads": .object(preview.leads.mapValues { .string($0.rawValue) }),
      "audiences": .array(audiences.map { .object(["value": .string($0.value), "name": .string($0.name)]) }),
      "people": .array(people.map { .string($0) }), "ready": .bool(isReady),
      "translations": .string(translations),
      "languages": .array(languages.map { .object(["tag": .string($0.tag), "name": .string($0.name)]) }),
      "probes": .array(probes.map(\.json)),
      "marks": .object(Dictionary(grouping: marks, by: \.field).mapValues { .array($0.compactMap(\.mark)) }),
      "properties": .object(properties.mapValues { .array($0.map { .string($0) }) }),
    ]
    if let scene = preview.scene {
      fields["html"] = .string(scene.html)
      fields["css"] = .string(scene.css)
    }
    if let walked = preview.walked { fields["walked"] = .string(walked.text) }
    if let part = preview.part { fields["part"] = .string(part.rawValue) }
    if let notice = preview.notice { fields["notice"] = .string(notice) }
    return Wire.encode(Wire.Filter.unknown(.object(fields)))
  }
}

extension MessagePreview.Probe {
  fileprivate var json: Wire.JSONValue {
    .object([
      "size": .string(textSize.rawValue), "width": .double(width), "height": .double(height),
      "html": .string(scene.html),
      "css": .string(scene.css), "is_page": .bool(isPage),
    ])
  }
}

extension FormProblem {
  /// What is said beside the line; nil if it is about the whole field.
  fileprivate var mark: Wire.JSONValue? {
    line.map {
      .object(["line": .int(Int64($0)), "tone": .string(severity.rawValue), "text": .string(advice)])
    }
  }
}
