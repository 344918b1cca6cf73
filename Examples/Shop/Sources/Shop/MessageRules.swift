// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
import MartletUI

/// When and how messages are shown. Every method has a default, so an app writes only what it
/// needs.
@MainActor
final class MessageRules: InAppMessageUIDelegate {
  static let sampleID = "sample"

  /// Nobody is disturbed while they pay. The message waits, and is shown at the next opportunity.
  var isPaying = false

  func inAppMessage(
    _ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage
  ) -> InAppMessageUI.DisplayChoice {
    isPaying ? .reenqueue : .now
  }

  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    context.attributes?.modal?.cornerRadius = 20
  }

  func inAppMessage(_ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: InAppMessageView) {
    // The impressions of campaigns are counted by the SDK. Those of messages that the app built are
    // the app's own business.
    if message.id == Self.sampleID { message.context?.logImpression() }
  }
}
#endif
