// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// The attributes of a view, one case for each kind that has some.
  public enum ViewAttributes: Sendable {
    case slideup(SlideupView.Attributes)
    case modal(ModalView.Attributes)
    case modalImage(ModalImageView.Attributes)
    case full(FullView.Attributes)
    case fullImage(FullImageView.Attributes)
    case html(HtmlView.Attributes)

    /// The defaults of the message's kind; nil for kinds without attributes.
    @MainActor
    public static func defaults(for message: Martlet.InAppMessage) -> ViewAttributes? {
      switch message {
      case .slideup: .slideup(.defaults)
      case .modal: .modal(.defaults)
      case .modalImage: .modalImage(.defaults)
      case .full: .full(.defaults)
      case .fullImage: .fullImage(.defaults)
      case .html: .html(.defaults)
      case .control: nil
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

    /// nil for another kind; setting nil changes nothing.
    public var modalImage: ModalImageView.Attributes? {
      get { if case .modalImage(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .modalImage = self { self = .modalImage(newValue) } }
    }

    /// nil for another kind; setting nil changes nothing.
    public var full: FullView.Attributes? {
      get { if case .full(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .full = self { self = .full(newValue) } }
    }

    /// nil for another kind; setting nil changes nothing.
    public var fullImage: FullImageView.Attributes? {
      get { if case .fullImage(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .fullImage = self { self = .fullImage(newValue) } }
    }

    /// nil for another kind; setting nil changes nothing.
    public var html: HtmlView.Attributes? {
      get { if case .html(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .html = self { self = .html(newValue) } }
    }
  }
}
