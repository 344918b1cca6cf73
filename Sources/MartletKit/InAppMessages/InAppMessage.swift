// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet {
  /// A message on its way to the screen: one case for each kind.
  ///
  /// What all kinds share (`clickAction`, `extras`, `orientation` …) is read and written directly on the message:
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

    /// What every kind has.
    public var data: Data {
      get {
        switch self {
        case .slideup(let message): message.data
        case .modal(let message): message.data
        case .modalImage(let message): message.data
        case .full(let message): message.data
        case .fullImage(let message): message.data
        case .html(let message): message.data
        case .control(let message): message.data
        }
      }
      set {
        switch self {
        case .slideup(var message):
          message.data = newValue
          self = .slideup(message)
        case .modal(var message):
          message.data = newValue
          self = .modal(message)
        case .modalImage(var message):
          message.data = newValue
          self = .modalImage(message)
        case .full(var message):
          message.data = newValue
          self = .full(message)
        case .fullImage(var message):
          message.data = newValue
          self = .fullImage(message)
        case .html(var message):
          message.data = newValue
          self = .html(message)
        case .control(var message):
          message.data = newValue
          self = .control(message)
        }
      }
    }

    /// Reads and writes what every kind has directly on the message: `message.extras`, `message.clickAction`.
    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Data, Member>) -> Member {
      get { data[keyPath: keyPath] }
      set { data[keyPath: keyPath] = newValue }
    }
  }
}
