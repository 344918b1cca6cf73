// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Martlet {
  /// What logs for a message that the app built, so that it can be counted:
  ///
  ///     var message = Martlet.InAppMessage.slideup(.init(message: "Welcome back"))
  ///     message.context = martlet.makeContext(for: message)
  ///     martlet.inAppMessagePresenter?.present(message: message)
  ///     // When it is visible, for example in the presenter's `didPresent`:
  ///     message.context?.logImpression()
  ///
  /// Without one, nothing of such a message is logged. With one, the app logs by hand; `InAppMessageUI` logs nothing by itself, but ends the
  /// context when the message has left or could not be shown. The message belongs to the current user and is not shown to another.
  ///
  /// A wrong order or a repetition logs nothing and returns the `InAppMessage.Context.Error` that says why. What is logged reaches the server
  /// as events of the campaign `local`, or `local:` and the message's `id` when it has one; it counts for no other campaign, for no cap and
  /// not for the minimum interval.
  @MainActor
  public func makeContext(for message: InAppMessage) -> InAppMessage.Context {
    let id = environment.makeID()
    let campaign = message.data.id.map { "local:\(String(String.UnicodeScalarView($0.unicodeScalars.prefix(128))))" } ?? "local"
    let presentation = Wire.EventRecord.Presentation(id: id, campaignID: campaign, campaignVersion: 1)
    let now = environment.now
    let context = InAppMessage.Context(
      presentationID: id, userID: gate.userID, endsAt: nil, displayTimeout: stage.displayTimeout, isLoggedByHand: true,
      multipleLogClickEnabled: message.html != nil,
      currentUser: { [gate] in gate.userID },
      openURL: { [weak self] context in self?.open(context) },
      prepare: nil,
      report: { [mailbox] report in mailbox.post(.localReport(presentation, report, at: now())) })
    context.client = self
    return context
  }
}
