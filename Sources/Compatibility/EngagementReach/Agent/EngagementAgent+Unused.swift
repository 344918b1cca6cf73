// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What needs no setting in Martlet. The methods are there so that apps compile, and do nothing.
extension EngagementAgent {
  // MARK: - Sending

  /// Does nothing. `Martlet.Configuration.API.flushInterval` is the time between uploads.
  public func setBurstThreshold(_ seconds: Double) {}

  /// Does nothing. Martlet does not report crashes.
  public func setCrashReport(_ isOn: Bool) {}

  // MARK: - Location

  /// Does nothing. Martlet does not report the location.
  public func setLazyAreaLocationReport(_ isOn: Bool) {}

  /// Does nothing. Martlet does not report the location.
  public func setRealtimeLocationReport(_ isOn: Bool) {}

  /// Does nothing. Martlet does not report the location.
  public func setFineRealtimeLocationReport(_ isOn: Bool) {}

  /// Does nothing. Martlet does not report the location.
  public func setBackgroundRealtimeLocationReport(
    _ isOn: Bool, withLaunchOptions options: [AnyHashable: Any]!
  ) {}

  // MARK: - Messages

  /// Does nothing. Martlet fetches what a campaign shows before it shows it.
  public func getMessage(_ messageId: String!) {}

  /// Does nothing. Martlet fetches campaigns when a session starts, when a push says so, and at the
  /// interval of the server.
  public func getCampaigns(_ timeFrame: NSNumber!) {}

  /// Does nothing. It had no effect since version 3 of the SDK that apps come from.
  @available(*, deprecated, message: "Remove the call. It has no effect.")
  public func setPushDelegate(_ delegate: Any!) {}
}
