// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Martlet {
  /// A message, with one case for each type.
  ///
  /// All types share some properties (`clickAction`, `extras`, `orientation` …), which you can read
  /// and write directly on the message:
  ///
  ///     message.clickAction = .none
  ///     message.slideup?.themes.dark = nil
  @dynamicMemberLookup
  public indirect enum InAppMessage: Hashable, Sendable {
    case slideup(Slideup)
    case modal(Modal)
    case modalImage(ModalImage)
    case full(Full)
    case fullImage(FullImage)
    case html(Html)
    case control(Control)

    /// The content of the message's kind, for operations that apply to all kinds.
    var content: any InAppMessageContent {
      switch self {
      case .slideup(let content): content
      case .modal(let content): content
      case .modalImage(let content): content
      case .full(let content): content
      case .fullImage(let content): content
      case .html(let content): content
      case .control(let content): content
      }
    }

    static func content(of kind: Wire.Message.Kind) -> any InAppMessageContent.Type {
      switch kind {
      case .slideup: Slideup.self
      case .modal: Modal.self
      case .modalImage: ModalImage.self
      case .full: Full.self
      case .fullImage: FullImage.self
      case .html: Html.self
      case .control: Control.self
      }
    }
  }
}

/// Each case as an optional that can be changed in place. nil for a message of another kind.
/// Setting nil changes nothing.
extension Martlet.InAppMessage {
  public var slideup: Slideup? {
    get { if case .slideup(let message) = self { message } else { nil } }
    set { if let newValue, case .slideup = self { self = .slideup(newValue) } }
  }

  public var modal: Modal? {
    get { if case .modal(let message) = self { message } else { nil } }
    set { if let newValue, case .modal = self { self = .modal(newValue) } }
  }

  public var modalImage: ModalImage? {
    get { if case .modalImage(let message) = self { message } else { nil } }
    set { if let newValue, case .modalImage = self { self = .modalImage(newValue) } }
  }

  public var full: Full? {
    get { if case .full(let message) = self { message } else { nil } }
    set { if let newValue, case .full = self { self = .full(newValue) } }
  }

  public var fullImage: FullImage? {
    get { if case .fullImage(let message) = self { message } else { nil } }
    set { if let newValue, case .fullImage = self { self = .fullImage(newValue) } }
  }

  public var html: Html? {
    get { if case .html(let message) = self { message } else { nil } }
    set { if let newValue, case .html = self { self = .html(newValue) } }
  }

  public var control: Control? {
    get { if case .control(let message) = self { message } else { nil } }
    set { if let newValue, case .control = self { self = .control(newValue) } }
  }
}
