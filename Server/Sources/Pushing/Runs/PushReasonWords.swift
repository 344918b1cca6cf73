// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Domain
import MartletWire

/// Why a run waits or is paused, in words.
public enum PushReasonWords {
  /// - Parameter reason: As `PushRun.reason` and the details of waiting pushes have it.
  /// - Returns: A sentence or two: what happened and what to do. nil for a reason that this version
  ///   does not know.
  public static func sentence(_ reason: String) -> String? {
    if let reason = APNsReason(text: reason) { return reason.words }
    if let trouble = ConnectionTrouble(rawValue: reason) { return trouble.words }
    return own[reason]
  }

  /// Whether somebody has to do something, instead of waiting.
  public static func needsAttention(_ reason: String) -> Bool {
    !["campaign_paused", "campaign_finished", "quiet_hours", "not_started"].contains(reason)
  }

  private static let own: [String: String] = [
    "no_connection": "There is no connection to APNs.", "no_answer": "APNs did not answer.",
    "no_key": "There is no APNs key. Upload one.",
    "no_key_production": keyGone("production"), "no_key_development": keyGone("development"),
    "encryption_key":
      "The APNs key cannot be decrypted. Start the server with the encryption key with which it was uploaded.",
    "tls": "TLS cannot be set up. Check the certificates of this machine’s authorities.",
    "lab": "The Device Lab takes no pushes at the moment.", "store": "The data cannot be read at the moment.",
    "campaign_paused": "The campaign is paused.", "campaign_finished": "The campaign is finished.",
    "quiet_hours": "Quiet hours last on the devices that are left.",
    "not_started": "The campaign has not started on the devices that are left.",
  ]

  private static func keyGone(_ environment: String) -> String {
    "The APNs key for \(environment) was deleted. Upload the next one, then resume. Without one, devices of this environment get nothing."
  }
}
