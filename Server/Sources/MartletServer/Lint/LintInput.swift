// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
public import MartletCore
public import MartletKit
import MartletWire
import Store

/// The input of `martlet lint`: campaigns of one or several apps, and what could not be read.
public struct LintInput: Sendable {
  /// Campaigns that share their events and caps.
  struct App: Sendable {
    var subjects: [CampaignLint.Subject] = []
    var caps: [Wire.Cap] = []
    /// nil when unknown.
    var loggedEvents: Set<String>?
  }

  /// Something in a file that is not a campaign, or a campaign that no device would run.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    public var file: String
    /// For example `campaigns[0].triggers[1].filter`; empty for the whole file.
    public var field: String
    public var message: String

    public var description: String {
      ([file, field] + [message]).filter { !$0.isEmpty }.joined(separator: ": ")
    }
  }

  var apps: [App] = []
  var problems: [Problem] = []

  /// The most bytes of a file.
  public static let fileLength = 16_777_216

  /// Reads campaigns from files, all of one app. Each file contains a campaign in its wire form, a
  /// list of them, or `{"campaigns": […], "caps": […]}`.
  public init(files: [String]) {
    var reader = LintFileReader()
    for file in files { reader.read(file) }
    apps = [reader.app]
    problems = reader.problems
  }

  /// Reads the running campaigns of every app from a server's data, which a server may be using.
  /// Creates no data.
  public init(configuration: ServerConfiguration) async throws(StartProblem) {
    guard let location = configuration.storage.location else { return }
    guard location.hasData else {
      let problem = "'\(location)' has no data. Name a server's data folder, or files with campaigns."
      throw .configuration(field: "\(ServerConfiguration.Setting.data)", problem)
    }
    apps = try await DataFolder.use(configuration.storage) { store throws(StoreError) in
      var apps: [App] = []
      for app in try await store.apps() {
        let running = try await store.campaigns(app: app.id).filter { $0.state == .running }
        apps.append(
          App(
            subjects: running.map { CampaignLint.Subject(name: $0.name, campaign: $0.definition) },
            caps: try await store.settings(app: app.id).caps,
            loggedEvents: try await store.loggedEvents(app: app.id)))
      }
      return apps
    }
  }

  /// Checks the campaigns.
  public func report(environment: MartletCore.Environment = .live) -> LintReport {
    let now = environment.now()
    let subjects = apps.flatMap(\.subjects)
    let names = Dictionary(subjects.map { ($0.campaign.id, $0.name) }) { first, _ in first }
    let findings = apps.flatMap {
      CampaignLint($0.subjects, caps: $0.caps, loggedEvents: $0.loggedEvents, at: now).findings
    }
    return LintReport(findings: findings, names: names, count: subjects.count, problems: problems)
  }
}

/// Reads files and records what is wrong with them.
private struct LintFileReader {
  var app = LintInput.App()
  var problems: [LintInput.Problem] = []
  private var file = ""
  private var ids: Set<String> = []

  init() {}

  mutating func read(_ file: String) {
    self.file = file
    guard let handle = FileHandle(forReadingAtPath: file) else {
      return report("", "The file cannot be read.")
    }
    let data: Data
    // An empty file gives nil, and counts as read.
    do { data = try handle.read(upToCount: LintInput.fileLength + 1) ?? Data() } catch {
      return report("", "The file cannot be read.")
    }
    guard data.count <= LintInput.fileLength else {
      return report("", "The file is longer than \(LintInput.fileLength) bytes.")
    }
    do throws(Wire.DecodingProblem) {
      read(try Wire.decode(Wire.JSONValue.self, from: Array(data)))
    } catch {
      report(error.position.map { "line \($0.line)" } ?? error.field, error.message)
    }
  }

  private mutating func report(_ field: String, _ message: String) {
    problems.append(LintInput.Problem(file: file, field: field, message: message))
  }

  private mutating func read(_ document: Wire.JSONValue) {
    switch document {
    case .array(let campaigns): read(campaigns, at: "")
    case .object(let fields):
      guard let campaigns = fields["campaigns"] else { return readCampaign(document, at: "") }
      guard case .array(let list) = campaigns else {
        return report("campaigns", "Expected a list of campaigns.")
      }
      read(list, at: "campaigns")
      guard let caps = fields["caps"] else { return }
      guard case .array(let list) = caps else { return report("caps", "Expected a list of caps.") }
      readCaps(list)
    default: report("", "Expected a campaign, a list of campaigns, or an object with campaigns.")
    }
  }

  private mutating func read(_ campaigns: [Wire.JSONValue], at path: String) {
    for (index, json) in campaigns.enumerated() { readCampaign(json, at: "\(path)[\(index)]") }
  }

  private mutating func readCampaign(_ json: Wire.JSONValue, at path: String) {
    var json = json
    // Only ties of equal priority use this field.
    if case .object(var fields) = json, fields["created_at"] == nil {
      fields["created_at"] = 0
      json = .object(fields)
    }
    let campaign: Wire.Campaign
    do throws(Wire.DecodingProblem) {
      campaign = try Wire.Campaign(json: json)
    } catch {
      return report(Self.join(path, error.field), error.message)
    }
    guard ids.insert(campaign.id).inserted else {
      return report(Self.join(path, "id"), "Another campaign has the same id, \(campaign.id.prefix(64)).")
    }
    do throws(Wire.Untranslatable) {
      let found = try campaign.definition().diagnostics(compilePattern: Environment.live.compilePattern)
      for problem in found { report(Self.join(path, problem.field), problem.message) }
      // In the form in which programs read it from the server, it has the name that its authors
      // know.
      if found.isEmpty {
        app.subjects.append(
          CampaignLint.Subject(name: json["name"]?.string ?? campaign.id, campaign: campaign))
      }
    } catch {
      report(Self.join(path, error.field), error.message)
    }
  }

  private mutating func readCaps(_ list: [Wire.JSONValue]) {
    for (index, json) in list.enumerated() {
      do throws(Wire.DecodingProblem) {
        let cap = try Wire.Cap(json: json)
        do throws(Wire.Untranslatable) {
          _ = try Wire.Definitions(tag: "", campaigns: [], caps: [cap]).sharedCaps()
          app.caps.append(cap)
        } catch {
          report("caps[\(index)]" + error.field.dropFirst("caps[0]".count), error.message)
        }
      } catch {
        report(Self.join("caps[\(index)]", error.field), error.message)
      }
    }
  }

  private static func join(_ path: String, _ field: String) -> String {
    path.isEmpty || field.isEmpty || field.hasPrefix("[") ? path + field : path + "." + field
  }
}
