// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@_exported public import BrazeKit
@_exported public import MartletUI

/// The default presenter, under the name in apps that move to Martlet. Its nested types have their
/// names too.
public typealias BrazeInAppMessageUI = InAppMessageUI

/// The delegate of the presenter, under the name in apps that move to Martlet.
public typealias BrazeInAppMessageUIDelegate = InAppMessageUIDelegate

extension InAppMessageUI {
  /// `present(message:)` for a raw message. If it is not a possible message, it is discarded, and
  /// the log names the field.
  public func present(message raw: Martlet.InAppMessageRaw) {
    do {
      present(message: try Martlet.InAppMessage(raw))
    } catch {
      raw.context?.logError(error)
      raw.context?.discardInvalidContent()
      if raw.context == nil { Martlet.logProblemWithoutClient("A message is not shown: \(error)") }
    }
  }
}
