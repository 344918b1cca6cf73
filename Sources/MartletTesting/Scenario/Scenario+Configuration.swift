// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletKit
public import MartletUI

extension Scenario {
  /// The app and the device on which a scenario runs.
  public struct Configuration: Hashable, Sendable {
    /// The wall clock at the beginning; 2026-01-01T00:00:00Z unless given.
    public var startsAt = Instant(milliseconds: 1_767_225_600_000)
    /// The device's time zone, as in `Europe/Berlin`.
    public var timeZone = "UTC"
    /// Least time between two triggered messages.
    public var minimumInterval = Duration.seconds(30)
    public var sessionTimeout = Duration.seconds(10)
    public var flushInterval = Duration.seconds(10)
    public var device = Device()
    /// When what waits is tried.
    public var drainPolicy = InAppMessageUI.DrainPolicy.afterDismissal
    /// False: the app has no presenter, as one that forgot to set it.
    public var hasPresenter = true
    /// How the device is connected at first.
    public var network = Network.other
    /// How long a message may wait for its assets; 0 shows only those whose assets are there.
    public var assetDeadline = Duration.seconds(10)
    /// Which assets may be fetched over a cellular network.
    public var cellularAssets = Martlet.Configuration.AssetPolicy.CellularPolicy.always
    /// How long a message may take from its turn until it is fully visible.
    public var displayTimeout = Duration.seconds(30)

    public init() {}
  }

  /// A screen and how it is held.
  public struct Device: Hashable, Sendable {
    /// In points, as it stands upright.
    public var width = 390.0
    public var height = 844.0
    public var isDark = false
    public var isLandscape = false

    public init() {}
  }

  /// The fields of `configuration`.
  enum ConfigurationField: String, CaseIterable {
    case startsAt = "starts_at"
    case timeZone = "time_zone"
    case minimumInterval = "minimum_interval"
    case sessionTimeout = "session_timeout"
    case flushInterval = "flush_interval"
    case device
    case drainPolicy = "drain_policy"
    case presenter
    case network
    case cellularAssets = "cellular_assets"
    case assetDeadline = "asset_deadline"
    case displayTimeout = "display_timeout"
  }

  /// The fields of `configuration.device`.
  enum DeviceField: String, CaseIterable {
    case width, height, dark, orientation
  }

  /// The fields of the document.
  enum DocumentField: String, CaseIterable {
    case schema = "$schema"
    case version, name, description, requirement, configuration, campaigns, caps, steps
  }

  /// The fields of a step beside its action.
  enum StepField: String, CaseIterable {
    case at, advance, expect, note
  }
}
