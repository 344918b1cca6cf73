// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// The kind's own view of a message, as the presenter makes it; nil: this version has none for the kind.
  public static func view(for message: Martlet.InAppMessage, attributes: ViewAttributes? = nil) -> InAppMessageView? {
    switch message {
    case .slideup(let slideup): SlideupView(message: slideup, attributes: attributes?.slideup ?? .defaults)
    case .modal(let modal): ModalView(message: modal, attributes: attributes?.modal ?? .defaults)
    case .modalImage(let image): ModalImageView(message: image, attributes: attributes?.modalImage ?? .defaults)
    case .full(let full): FullView(message: full, attributes: attributes?.full ?? .defaults)
    case .fullImage(let image): FullImageView(message: image, attributes: attributes?.fullImage ?? .defaults)
    case .control(let control): ControlView(message: control)
    case .html(let html): HtmlView(message: html, attributes: attributes?.html ?? .defaults)
    }
  }
}
