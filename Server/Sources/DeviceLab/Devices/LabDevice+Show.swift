// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletUI
import MartletWire

/// Messages that are shown by hand: without trigger and delivery rules, but with the usual
/// presenter and delegate.
extension LabDevice {
  /// Shows a message on the device in place of the current one. Opens the app if it is closed.
  ///
  /// It counts as a message of the app's own, under a name of its own and not for the campaign.
  func show(_ shown: ShownMessage) throws {
    let (wire, title) = try content(of: shown)
    var message: Martlet.InAppMessage
    do {
      message = try Martlet.InAppMessage(wire: wire)
    } catch {
      throw Wire.Problem(
        status: 422, code: "message_invalid", title: "The SDK cannot show this message: \(error.description)",
        remedy: "Correct the message and try again.",
        field: "message")
    }
    let run = run ?? open()
    message.data.id = shown.name
    let context = run.martlet.makeContext(for: message)
    message.data.context = context
    log(FeedDecision(byHand: title).content, decisionID: context.presentationID)
    if host.scene != nil { run.ui.dismiss() }
    run.ui.present(message: message)
  }

  /// The message on show, by its name in links.
  var shownMessage: ShownMessage? {
    guard let id = run?.ui.messageView?.inAppMessage?.data.id, id != LabDraft.id else { return nil }
    return ShownMessage(name: id) ?? .campaign(id)
  }

  /// The link that makes an equal device.
  var link: LabLink {
    LabLink(state: state, minimumInterval: order.minimumInterval, shown: shownMessage, isOpen: run != nil)
  }

  /// The message and its title. Throws 404 if the message does not exist.
  func content(of shown: ShownMessage) throws -> (Wire.Message, title: String) {
    switch shown {
    case .sample(let sample): return (sample.message, sample.label)
    case .campaign(let id): return try names.message(of: id)
    case .draft: throw Self.draftGone
    }
  }
}

/// A draft from the editor as the only campaign of the device: delivered, decided on and shown like
/// any campaign.
extension LabDevice {
  static let draftGone = Wire.Problem(
    status: 404, code: "draft_gone", title: "This draft is no longer available.",
    remedy: "Press “Open in Device Lab” in the editor again, in the same browser.", field: "link")

  /// Opens a draft from the editor on the device, with the settings of the order.
  ///
  /// An arm that the device took of the session's last draft stays, if the new one has it too.
  func open(_ draft: LabDraft, _ order: DeviceOrder) {
    var settings = order.state
    if settings.arm == nil, let arm = state.arm, (try? draft.suggested.arm(arm)) != nil { settings.arm = arm }
    log(
      .action(
        title: "Opened the draft “\(draft.name)” from the editor",
        detail: "Only this device has the draft, and no report counts it"))
    begin(draft, with: settings)
  }

  /// Puts a draft on the device in place of all campaigns, as if the app had just been installed:
  /// nobody has seen it and no limit is used up. It begins once somebody views the device.
  func begin(_ draft: LabDraft, with settings: LabState) {
    quit()
    replace(draft: draft, state: settings)
    beginWhenWatched(.message(.draft("")))
  }

  /// Opens the app and logs the event that makes the draft appear, if a single event does.
  func begin(_ draft: LabDraft) {
    let run = open()
    if let userID { run.martlet.changeUser(userId: userID) }
    guard let suggestion = Suggestion.first(for: draft.suggested) else {
      return log(
        .note(
          "The draft “\(draft.name)” shows \(draft.definition.triggers.first?.words ?? "").", tone: .plain))
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
