// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Message.Kind {
  /// What people call this kind of message, the same on every page.
  public var words: String {
    switch self {
    case .slideup: "Slideup"
    case .modal: "Modal"
    case .modalImage: "Modal image"
    case .full: "Full screen"
    case .fullImage: "Full-screen image"
    case .html: "HTML"
    case .control: "Silent message"
    }
  }
}
