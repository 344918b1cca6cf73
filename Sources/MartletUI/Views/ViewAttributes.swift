// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// The attributes of a view, one case for each kind that has some.
  public enum ViewAttributes: Sendable {
    case slideup(SlideupView.Attributes)
    case modal(ModalView.Attributes)

    /// The defaults of the message's kind; nil for kinds without attributes.
    @MainActor
    public static func defaults(for message: Martlet.InAppMessage) -> ViewAttributes? {
      switch message {
      case .slideup: .slideup(.defaults)
      case .modal: .modal(.defaults)
      case .modalImage, .full, .fullImage, .html, .control: nil
      }
    }

    /// nil for another kind; setting nil changes nothing.
    public var slideup: SlideupView.Attributes? {
      get { if case .slideup(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .slideup = self { self = .slideup(newValue) } }
    }

    /// nil for another kind; setting nil changes nothing.
    public var modal: ModalView.Attributes? {
      get { if case .modal(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .modal = self { self = .modal(newValue) } }
    }
  }
}
