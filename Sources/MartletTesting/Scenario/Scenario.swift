// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletKit
public import MartletReach
public import MartletUI
public import MartletWire

/// Campaigns and a timeline of events, in a file that can be run. `docs/scenarios.md` describes the
/// format.
///
///     let scenario = try Scenario(reading: bytes)
///     let report = await ScenarioRunner(scenario).run { print($0.text) }
///     #expect(report.isPassed)
public struct Scenario: Equatable, Sendable {
  /// The version of the format that this library reads.
  public static let version = 1

  /// The name, for people.
  public var name: String
  /// What the scenario shows, in one or two sentences.
  public var description: String?
  /// The requirement that the scenario proves, by its short name.
  public var requirement: String?
  public var configuration = Configuration()
  /// The campaigns that the server delivers at the start.
  public var campaigns: [Wire.Campaign] = []
  /// The caps for several campaigns.
  public var caps: [Wire.Cap] = []
  public var steps: [Step] = []

  /// A step of the timeline.
  public struct Step: Equatable, Sendable {
    public let action: Action
    /// Of the action, in the document.
    let name: String
    /// The time from the start of the scenario to the action. nil: immediately, after `advance`.
    /// Never before the previous step.
    public var at: Duration?
    /// The time that passes before the action.
    public var advance: Duration
    /// How often the action happens, each time when nothing more follows from the time before.
    public var times = 1
    /// The expected fields of the step's line.
    public var expectation: [ExpectationField: Wire.JSONValue]
    /// The line in the file, or 0 if it was not read from a file.
    public var line = 0
  }

  /// What a step can expect. Names and values are those of the line that the step prints.
  public enum ExpectationField: String, Hashable, Sendable, CaseIterable {
    /// `[{"event", "chosen", "candidates", "reasons"}]`: every decision of the step. Only the given
    /// fields are compared.
    case decisions
    /// The events for which no campaign's trigger and filter matched.
    case noMatch = "no_match"
    /// The outcomes of messages: `welcome: shown`, `offer: discarded by_delegate`.
    case outcomes
    /// The calls to the app's delegates, in order.
    case calls
    /// The campaign on the screen. null: none.
    case visible
    /// What of that campaign: `message`, `banner`, `content`, or `loading` while its content loads.
    /// null: nothing.
    case surface
    /// The text on the screen, in reading order.
    case texts
    /// The area of the app's own screen that the banner is drawn in. null: none.
    case area
    /// The campaigns of queued messages. The first one is shown next.
    case stack
    /// The network requests: `sync`, `events`, `render offer`, `asset https://…`.
    case requests
    /// The records that the server stored: `custom cart_viewed`, `impression offer`.
    case stored
    /// The URLs that were opened.
    case opened
    /// Whether the SDK handled the notification of the step. null: the app received none.
    case handled
    /// The number on the app's icon. 0: none.
    case badge
    /// Why the action was not possible. null: it was possible.
    case refused
    /// The errors in the SDK's log.
    case logged
  }
}

extension Scenario {
  /// The app and the device of a scenario.
  public struct Configuration: Hashable, Sendable {
    /// The wall clock at the start. Default: 2026-01-01T00:00:00Z.
    public var startsAt = Instant(milliseconds: 1_767_225_600_000)
    /// The device's time zone, such as `Europe/Berlin`.
    public var timeZone = "UTC"
    /// The minimum time between two triggered messages.
    public var minimumInterval = Duration.seconds(30)
    public var sessionTimeout = Duration.seconds(10)
    public var flushInterval = Duration.seconds(10)
    public var device = Device()
    /// When queued messages are shown.
    public var drainPolicy = InAppMessageUI.DrainPolicy.afterDismissal
    /// False: the app has no presenter.
    public var hasPresenter = true
    /// False: the app shows no banners, announcements and surveys, and takes no data.
    public var hasReach = true
    /// How many banners, announcements and surveys can wait.
    public var waitingItems = 1_000
    /// How the app shows the questions of a survey.
    public var surveyForm = Reach.SurveyView.Form.steps
    /// The number on the app's icon at the start.
    public var badge = 0
    /// Whether the app has the SDK remove the number when the app becomes active.
    public var clearsBadge = false
    /// The initial network of the device.
    public var network = Network.other
    /// How long a message waits for its assets. With 0, a message is only shown if its assets are
    /// already stored.
    public var assetDeadline = Duration.seconds(10)
    /// Which assets can be downloaded over a cellular network.
    public var cellularAssets = Martlet.Configuration.AssetPolicy.CellularPolicy.always
    /// The maximum time from a message's turn until it is fully visible.
    public var displayTimeout = Duration.seconds(30)

    public init() {}
  }

  /// The screen of the device and its orientation.
  public struct Device: Hashable, Sendable {
    /// The width in portrait, in points.
    public var width = 390.0
    public var height = 844.0
    public var isDark = false
    public var isLandscape = false

    public init() {}
  }

  static let configurationFields = [
    "starts_at", "time_zone", "minimum_interval", "session_timeout", "flush_interval", "device",
    "drain_policy", "presenter", "network",
    "cellular_assets", "asset_deadline", "display_timeout", "reach", "waiting_items", "surveys", "badge",
    "clears_badge",
  ]
  static let deviceFields = ["width", "height", "dark", "orientation"]
  static let documentFields = [
    "$schema", "version", "name", "description", "requirement", "configuration", "campaigns", "caps", "steps",
  ]
  /// The fields of a step besides its action.
  static let stepFields = ["at", "advance", "repeat", "expect", "note"]
  /// The names of actions, of which a step has one.
  static let actions = LoggedEvent.all.map(\.action) + ActionName.allCases.map(\.rawValue)
  /// The fields of a decision in a line and in an expectation.
  static let decisionFields = ["event", "chosen", "candidates", "reasons"]
}

/// The runs that bring campaigns without triggers to the device.
extension Scenario {
  /// What runs have for the device at each sync. A campaign whose push comes in some step is sent
  /// with that step. Any other was sent before, and its push never comes.
  func deliveries(of campaigns: [Wire.Campaign]) -> [Wire.Delivery] {
    let pushed = Set(steps.flatMap(\.action.pushedCampaigns))
    return campaigns.filter { $0.isSentIntoTheApp && !pushed.contains($0.id) }
      .map { Wire.Delivery(campaignID: $0.id, deliveryID: "\($0.id)-run") }
  }
}

extension Scenario.Action {
  /// The campaigns whose notification arrives or is tapped, whoever sends it.
  fileprivate var pushedCampaigns: [String] {
    switch self {
    case .pushTap(let campaign, _, _): [campaign]
    case .notification(let notification): notification.payload.values.compactMap { $0["campaign_id"]?.string }
    default: []
    }
  }
}
