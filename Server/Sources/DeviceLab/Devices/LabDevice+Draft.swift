// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire

/// A draft from the editor as the only campaign of the device: delivered, decided on and shown like any campaign.
extension LabDevice {
  static let draftGone = Wire.Problem(
    status: 404, code: "draft_gone", title: "This draft is no longer here.",
    remedy: "Press “Try in Device Lab” in the editor again, in the same browser.", field: "link")

  /// Puts a draft on the device in place of all campaigns, as if the app had just been installed: nobody has seen it and no limit is used up. It
  /// begins once somebody views the device.
  func take(_ draft: LabDraft, _ order: DeviceOrder) {
    quit()
    replace(draft: draft, state: order.state)
    note(
      .action(
        title: "Opened the draft “\(draft.name)” from the editor",
        detail: "Only this device has the draft, and no report counts it"))
    beginWhenWatched(.message(.draft("")))
  }

  /// Opens the app and logs the event that makes the draft appear, if a single event does.
  func begin(_ draft: LabDraft) {
    let run = open()
    if let userID { run.martlet.changeUser(userId: userID) }
    guard let suggestion = Suggestion.first(for: draft.suggested) else {
      return note(.note("The draft “\(draft.name)” shows \(draft.definition.triggers.first?.words ?? "").", tone: .plain))
    }
    // A session start needs no event: a session has just begun.
    if let event = suggestion.event { log(event, run) }
  }

  /// The name of a campaign on this device.
  func name(_ id: String) -> String {
    if id == LabDraft.id, let draft { return draft.name }
    return names.name(id)
  }
}
