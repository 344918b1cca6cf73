// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletReach
import MartletUI
import MartletWire

extension Scenario {
  /// Reads a document of up to `Limits.fileBytes`.
  ///
  /// Throws all mistakes with line, column and field: unknown names with the nearest known one,
  /// wrong types, campaigns that cannot run, unknown campaigns, and times that run backwards.
  public init(reading bytes: [UInt8]) throws(Invalid) {
    guard bytes.count <= Limits.fileBytes else {
      throw Invalid(diagnostics: [
        .init(
          line: 1, column: 1, field: "",
          message: "The file has \(bytes.count) bytes; at most \(Limits.fileBytes) are read.")
      ])
    }
    let json: Wire.JSONValue
    do throws(Wire.DecodingProblem) {
      json = try Wire.decode(Wire.JSONValue.self, from: bytes)
    } catch {
      throw Invalid(diagnostics: [
        .init(
          line: error.position?.line ?? 1, column: error.position?.column ?? 1, field: error.field,
          message: error.message)
      ])
    }
    let reader = ScenarioReader()
    let scenario = reader.document(json, places: Wire.JSONPlaces(bytes))
    let diagnostics = reader.findings.diagnostics(in: bytes)
    guard let scenario, diagnostics.isEmpty else { throw Invalid(diagnostics: diagnostics) }
    self = scenario
  }
}

/// Reads a document as a scenario, or collects findings.
final class ScenarioReader {
  let findings = ScenarioFindings()
  /// The campaigns that any part of the document defines, and the app's own messages.
  private var known: Set<String> = []
  /// The places that name a campaign. They are checked when all campaigns are known.
  private var references: [(field: String, id: String)] = []
  /// The step expects lines in the log, so that its event can be one that the SDK refuses.
  var expectsLog = false

  func document(_ json: Wire.JSONValue, places: Wire.JSONPlaces) -> Scenario? {
    guard let fields = object(json, at: "", Scenario.documentFields) else { return nil }
    if fields.has("version") {
      if fields.raw("version") != .int(Int64(Scenario.version)) {
        fields.report(
          "version",
          "This must be \(Scenario.version), the version of the format that is described in docs/scenarios.md."
        )
      }
    } else {
      findings.add("", "The field version is missing; it is \(Scenario.version).")
    }
    var scenario = Scenario(name: fields.requiredText("name") ?? "")
    scenario.description = fields.text("description")
    scenario.requirement = fields.text("requirement")
    if let configuration = fields.raw("configuration") {
      scenario.configuration = self.configuration(configuration)
    }
    if let list = fields.list("campaigns", atMost: Scenario.Limits.campaigns) {
      scenario.campaigns = campaigns(list, at: "campaigns")
    }
    if let list = fields.list("caps", atMost: Scenario.Limits.campaigns) {
      scenario.caps = caps(list, at: "caps")
    }
    if !fields.has("steps") { findings.add("", "The field steps is missing.") }
    let lines = places.lines(ofElementsOf: "steps")
    for (index, json) in (fields.list("steps", atMost: Scenario.Limits.steps) ?? []).enumerated() {
      guard var step = step(json, at: "steps[\(index)]") else { continue }
      step.line = index < lines.count ? lines[index] : 0
      scenario.steps.append(step)
    }
    checkTimes(of: scenario)
    checkReferences()
    return scenario
  }

  // MARK: - Parts

  func object(_ json: Wire.JSONValue, at path: String, _ names: [String]) -> ScenarioFields? {
    ScenarioFields(json, at: path, names: names, findings)
  }

  func object(_ fields: ScenarioFields, _ key: String, _ names: [String]) -> ScenarioFields? {
    fields.raw(key).flatMap { object($0, at: fields.inside(key), names) }
  }

  private func configuration(_ json: Wire.JSONValue) -> Scenario.Configuration {
    var configuration = Scenario.Configuration()
    guard let fields = object(json, at: "configuration", Scenario.configurationFields) else {
      return configuration
    }
    if let value = fields.instant("starts_at") { configuration.startsAt = value }
    if let value = fields.timeZone("time_zone") { configuration.timeZone = value }
    if let value = fields.duration("minimum_interval") { configuration.minimumInterval = value }
    if let value = fields.duration("session_timeout") { configuration.sessionTimeout = value }
    if let value = fields.duration("flush_interval") { configuration.flushInterval = value }
    if let value: InAppMessageUI.DrainPolicy = fields.word("drain_policy") {
      configuration.drainPolicy = value
    }
    if let value = fields.duration("display_timeout") { configuration.displayTimeout = value }
    if let value = fields.flag("presenter") { configuration.hasPresenter = value }
    if let value = fields.flag("reach") { configuration.hasReach = value }
    if let value = fields.wholeNumber("waiting_items", in: 0...10_000) { configuration.waitingItems = value }
    if let value: Reach.SurveyView.Form = fields.word("surveys") { configuration.surveyForm = value }
    if let value = fields.wholeNumber("badge", in: 0...99_999) { configuration.badge = value }
    if let value = fields.flag("clears_badge") { configuration.clearsBadge = value }
    if let value = fields.network("network") { configuration.network = value }
    if let value = fields.cellularPolicy("cellular_assets") { configuration.cellularAssets = value }
    if let value = fields.duration("asset_deadline") { configuration.assetDeadline = value }
    if let json = fields.raw("device"),
      let fields = object(json, at: "configuration.device", Scenario.deviceFields)
    {
      if let value = fields.number("width", in: 100...4_000) { configuration.device.width = value }
      if let value = fields.number("height", in: 100...4_000) { configuration.device.height = value }
      if let value = fields.flag("dark") { configuration.device.isDark = value }
      if let value: Wire.Message.Orientation = fields.word("orientation") {
        configuration.device.isLandscape = value == .landscape
      }
    }
    return configuration
  }

  func define(_ id: String) { known.insert(id) }

  func refer(to id: String, at field: String) {
    references.append((field, id))
  }

  private func checkReferences() {
    for (field, id) in references where !known.contains(id) {
      let suggestion = NearestName.suggestion(for: id, among: known.sorted())
      findings.add(
        field,
        "There is no campaign \(id.prefix(64)) in this file"
          + (suggestion.map { "; did you mean \($0)?" } ?? "."))
    }
  }
}

extension Scenario {
  /// A mistake in a scenario file.
  public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The byte in the line, from 1.
    public var column: Int
    /// The path, such as `steps[3].event.name`. Empty: the whole document.
    public var field: String
    /// The problem and its remedy.
    public var message: String

    /// `12:7: steps[3].evnt: …`
    public var description: String {
      field.isEmpty ? "\(line):\(column): \(message)" : "\(line):\(column): \(field): \(message)"
    }
  }

  /// A file that is not a scenario, with all mistakes in the order of their lines.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    public var diagnostics: [Diagnostic]

    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
  }

  /// The limits of a file.
  public enum Limits {
    /// The size of a file in bytes.
    public static let fileBytes = 4_194_304
    /// The number of campaigns in a list.
    public static let campaigns = 1_000
    /// The number of steps.
    public static let steps = 10_000
    /// How often a step can happen.
    public static let repeats = 1_000
    /// The total duration of all steps: ten years.
    public static let duration = Duration.seconds(3_660 * 86_400)
    /// The number of mistakes that are listed. The last one counts the others.
    public static let diagnostics = 100
  }
}
