// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletKit
import MartletTesting
import MartletUI

/// Settings of the device and its app, and the way between foreground and background.
extension LabDevice {
  /// Throws 404 if the arm of an experiment does not exist.
  func set(_ setting: LabSetting, to value: String) throws {
    let before = state
    var changed = state
    // The value was checked when the command was read.
    try? changed.set(setting, to: value)
    guard changed != before else { return }
    if setting == .arm { return try apply(changed) }
    state = changed
    log(.action(title: state.words(for: setting), detail: state.detail(for: setting)))
    if state.device.held != before.device.held { turned = nil }
    network.isOnline = !state.device.isOffline
    run?.ui.drainPolicy = state.app.drainPolicy
    updateInterface()
  }

  /// Takes an arm of an experiment, or leaves it. The app gets the campaign in it with a new
  /// session. A draft begins again, on a phone that has not seen it.
  private func apply(_ changed: LabState) throws {
    var title = changed.words(for: .arm)
    if let arm = changed.arm {
      let (campaign, found) = try campaign(in: arm)
      title = "Arm of “\(campaign.name)”: \(found.label)"
    }
    state = changed
    log(.action(title: title, detail: "No report counts it"))
    if let draft {
      begin(draft, with: changed)
    } else if run != nil {
      open()
    }
  }

  /// The campaign and its arm. Throws 404 if this device cannot take it.
  private func campaign(in arm: LabArm) throws -> (LabCampaign, LabCampaign.Arm) {
    guard let draft else { return try names.arm(arm) }
    return try draft.suggested.arm(arm)
  }

  /// The name of a campaign's arm for people.
  func armLabel(_ name: String, of campaign: String) -> String {
    (try? self.campaign(in: LabArm(campaignID: campaign, name: name)).1.label) ?? name
  }

  func goToBackground(_ run: Run) {
    guard phase == .active else { return }
    log(.action(title: "Went to the background", detail: "The session ends after 10 s"))
    phase = .background
    run.martlet.applicationDidEnterBackground()
  }

  func comeToForeground(_ run: Run) {
    guard phase == .background else { return }
    log(.action(title: "Came to the foreground"))
    isLocked = false
    phase = .active
    run.martlet.applicationDidBecomeActive()
  }
}
