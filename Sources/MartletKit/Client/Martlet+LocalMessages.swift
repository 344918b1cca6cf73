// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Martlet {
  /// Creates a context that logs events of a message that the app built itself:
  ///
  ///     var message = Martlet.InAppMessage.slideup(.init(message: "Welcome back"))
  ///     message.context = martlet.makeContext(for: message)
  ///     martlet.inAppMessagePresenter?.present(message: message)
  ///     // When it is visible, for example in the presenter's `didPresent`:
  ///     message.context?.logImpression()
  ///
  /// Without a context, nothing is logged for such a message. With one, the app logs its impression and clicks. `InAppMessageUI` logs
  /// nothing by itself, but ends the context when the message closes or cannot be shown. The message is only shown to the current user.
  ///
  /// A call in the wrong order, or a repeated one, logs nothing and returns an `InAppMessage.Context.Error`. The server receives events
  /// under the campaign `local`, or `local:` and the `id` of the message. They count for no other campaign, for
  /// no cap, and not for the minimum interval.
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
