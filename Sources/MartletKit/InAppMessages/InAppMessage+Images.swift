// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Foundation

extension Martlet.InAppMessage {
  /// The same with other addresses of its images.
  package func mappingImages(_ address: (URL) -> URL) -> Self {
    var message = self
    switch self {
    case .slideup(let slideup): message.slideup?.graphic = slideup.graphic?.mappingImage(address)
    case .modal(let modal): message.modal?.graphic = modal.graphic?.mappingImage(address)
    case .modalImage(let image): message.modalImage?.imageURL = address(image.imageURL)
    case .full(let full): message.full?.imageURL = address(full.imageURL)
    case .fullImage(let image): message.fullImage?.imageURL = address(image.imageURL)
    case .html, .control: break
    }
    return message
  }

  /// The same with its images taken from this device, as far as they are there. Pages and their assets keep their addresses: who draws them
  /// finds the files in `context.localAssets`.
  func usingLocalImages(_ local: Martlet.LocalAssets) -> Self {
    mappingImages { local[$0] ?? $0 }
  }
}

extension Martlet.InAppMessage.Graphic {
  fileprivate func mappingImage(_ address: (URL) -> URL) -> Self {
    if case .image(let url) = self { .image(address(url)) } else { self }
  }
}
