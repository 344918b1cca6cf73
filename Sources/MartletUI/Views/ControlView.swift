// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// Shows nothing, for silent messages, whose impressions are counted for comparison.
  open class ControlView: InAppMessageView {
    /// Creates a view for the message.
    public init(message: Martlet.InAppMessage.Control) {
      super.init(message: .control(message))
    }

    open override var isVisibleKind: Bool { false }
  }
}
