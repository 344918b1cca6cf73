// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletKit
public import MartletUI

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
    /// The initial network of the device.
    public var network = Network.other
    /// How long a message waits for its assets. With 0, a message is only shown if its assets are already stored.
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

  /// The fields of `configuration`.
  static let configurationFields = [
    "starts_at", "time_zone", "minimum_interval", "session_timeout", "flush_interval", "device", "drain_policy", "presenter", "network",
    "cellular_assets", "asset_deadline", "display_timeout",
  ]
  /// The fields of `configuration.device`.
  static let deviceFields = ["width", "height", "dark", "orientation"]
  /// The fields of the document.
  static let documentFields = [
    "$schema", "version", "name", "description", "requirement", "configuration", "campaigns", "caps", "steps",
  ]
  /// The fields of a step beside its action.
  static let stepFields = ["at", "advance", "expect", "note"]
  /// The fields of a decision in a line and in an expectation.
  static let decisionFields = ["event", "chosen", "candidates", "reasons"]
}
