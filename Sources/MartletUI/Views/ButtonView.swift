// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension InAppMessageUI {
  /// The buttons of a message.
  public enum ButtonView {
    /// Lengths in points.
    public struct Attributes: Hashable, Sendable {
      public var padding = Insets(top: 12, leading: 16, bottom: 12, trailing: 16)
      public var cornerRadius: Double = 10
      public var cornerCurve: CornerCurve = .continuous
      public var font: TextStyle = .button
      public var borderWidth: Double = 1
      public var minWidth: Double = 80
      /// At least 44. A title that needs more is cut and still read out; with large text sizes nothing is cut and no button bound.
      public var maxHeight: Double = 88
      /// Between buttons.
      public var spacing: Double = 12
      /// BCP 47, when the buttons are in another language than the message.
      public var language: String?

      public init() {}
    }
  }
}
