// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension InAppMessageUI {
  /// The buttons of a message.
  public enum ButtonView {
    /// Attributes of buttons. Lengths are in points.
    public struct Attributes: Hashable, Sendable {
      public var padding = Insets(top: 12, leading: 16, bottom: 12, trailing: 16)
      public var cornerRadius: Double = 10
      public var cornerCurve: CornerCurve = .continuous
      public var font: TextStyle = .button
      public var borderWidth: Double = 1
      public var minWidth: Double = 80
      /// At least 44. Longer labels are cut, but screen readers read all of them. With large text sizes, nothing is cut and there is no
      /// maximum.
      public var maxHeight: Double = 88
      /// The space between buttons.
      public var spacing: Double = 12
      /// The language (BCP 47), if it differs from the message's.
      public var language: String?

      public init() {}
    }
  }
}
