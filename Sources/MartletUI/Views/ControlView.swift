// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// Shows nothing: stands for a message whose impression is counted for comparison.
  open class ControlView: InAppMessageView {
    /// The view of this message.
    public init(message: Martlet.InAppMessage.Control) {
      super.init(message: .control(message))
    }

    open override var isVisibleKind: Bool { false }
  }
}
