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
  /// Without a context, nothing is logged for such a message. With one, the app logs its impression
  /// and clicks. `InAppMessageUI` logs nothing by itself, but ends the context when the message
  /// closes or cannot be shown. The message is only shown to the current user.
  ///
  /// A call in the wrong order, or a repeated one, logs nothing and returns an
  /// `InAppMessage.Context.Error`. The server receives events under the campaign `local`, or
  /// `local:` and the `id` of the message. They count for no other campaign, for no cap, and not
  /// for the minimum interval.
  @MainActor
  public func makeContext(for message: InAppMessage) -> InAppMessage.Context {
    InAppMessage.Context(forLocal: message, client: self, userID: gate.userID, isForAnyUser: false)
  }

  /// Logs an event of a message that the app built, without the checks of a context.
  package func log(_ report: InAppMessage.Context.Report, ofLocal message: InAppMessage) {
    mailbox.post(.localReport(presentation(of: message), report, at: environment.now()))
  }

  fileprivate func presentation(of message: InAppMessage) -> Wire.EventRecord.Presentation {
    Wire.EventRecord.Presentation(
      id: environment.makeID(), campaignID: Wire.LocalCampaign.id(ofMessage: message.data.id),
      campaignVersion: 1)
  }
}

extension Martlet.InAppMessage.Context {
  /// The context of `Martlet.makeContext(for:)`. It is for one user (nil: the anonymous person), or
  /// for any.
  package convenience init(
    forLocal message: Martlet.InAppMessage, client: Martlet, userID: String?, isForAnyUser: Bool
  ) {
    let presentation = client.presentation(of: message)
    let (now, gate, mailbox) = (client.environment.now, client.gate, client.mailbox)
    let currentUser: @MainActor () -> String? = { gate.userID }
    self.init(
      presentationID: presentation.id, userID: userID, endsAt: nil,
      displayTimeout: client.stage.displayTimeout, isLoggedByHand: true,
      multipleLogClickEnabled: message.html != nil,
      currentUser: isForAnyUser ? nil : currentUser,
      openURL: { [weak client] context in client?.open(context) },
      prepare: nil,
      report: { report in mailbox.post(.localReport(presentation, report, at: now())) })
    self.client = client
  }
}
