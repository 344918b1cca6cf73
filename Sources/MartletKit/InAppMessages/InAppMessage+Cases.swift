// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Each case as an optional that can be changed in place; nil for a message of another kind. Setting nil changes nothing.
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
