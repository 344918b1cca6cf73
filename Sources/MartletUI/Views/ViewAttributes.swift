// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// The attributes of a view, with one case for each message type that has attributes.
  public enum ViewAttributes: Sendable {
    case slideup(SlideupView.Attributes)
    case modal(ModalView.Attributes)
    case modalImage(ModalImageView.Attributes)
    case full(FullView.Attributes)
    case fullImage(FullImageView.Attributes)
    case html(HtmlView.Attributes)

    /// The default attributes of the message's type, or nil for types without attributes.
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

    /// nil for other message types. Setting nil has no effect.
    public var slideup: SlideupView.Attributes? {
      get { if case .slideup(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .slideup = self { self = .slideup(newValue) } }
    }

    /// nil for other message types. Setting nil has no effect.
    public var modal: ModalView.Attributes? {
      get { if case .modal(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .modal = self { self = .modal(newValue) } }
    }

    /// nil for other message types. Setting nil has no effect.
    public var modalImage: ModalImageView.Attributes? {
      get { if case .modalImage(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .modalImage = self { self = .modalImage(newValue) } }
    }

    /// nil for other message types. Setting nil has no effect.
    public var full: FullView.Attributes? {
      get { if case .full(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .full = self { self = .full(newValue) } }
    }

    /// nil for other message types. Setting nil has no effect.
    public var fullImage: FullImageView.Attributes? {
      get { if case .fullImage(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .fullImage = self { self = .fullImage(newValue) } }
    }

    /// nil for other message types. Setting nil has no effect.
    public var html: HtmlView.Attributes? {
      get { if case .html(let attributes) = self { attributes } else { nil } }
      set { if let newValue, case .html = self { self = .html(newValue) } }
    }

    /// Whether a tap outside the message closes it. nil for types without a backdrop, for which
    /// setting it has no effect.
    public var dismissOnBackgroundTap: Bool? {
      get {
        modal?.dismissOnBackgroundTap ?? modalImage?.dismissOnBackgroundTap ?? full?.dismissOnBackgroundTap
          ?? fullImage?.dismissOnBackgroundTap
      }
      set {
        guard let newValue else { return }
        modal?.dismissOnBackgroundTap = newValue
        modalImage?.dismissOnBackgroundTap = newValue
        full?.dismissOnBackgroundTap = newValue
        fullImage?.dismissOnBackgroundTap = newValue
      }
    }
  }

  /// Creates the default view of a message. Returns nil if this version cannot draw the message
  /// type.
  public static func view(for message: Martlet.InAppMessage, attributes: ViewAttributes? = nil)
    -> MessageSceneView?
  {
    switch message {
    case .slideup(let slideup): SlideupView(message: slideup, attributes: attributes?.slideup ?? .defaults)
    case .modal(let modal): ModalView(message: modal, attributes: attributes?.modal ?? .defaults)
    case .modalImage(let image):
      ModalImageView(message: image, attributes: attributes?.modalImage ?? .defaults)
    case .full(let full): FullView(message: full, attributes: attributes?.full ?? .defaults)
    case .fullImage(let image): FullImageView(message: image, attributes: attributes?.fullImage ?? .defaults)
    case .control(let control): ControlView(message: control)
    case .html(let html): HtmlView(message: html, attributes: attributes?.html ?? .defaults)
    }
  }
}
