// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a person did inside a page right before the page opened a link. Each input opens one link.
public enum PageInput: String, Hashable, Sendable, Codable, CaseIterable {
  case mouse, touch, pen, key
  /// An assistive technology, without a pointer or a key.
  case click

  /// The input in words, such as `with the mouse`.
  public var words: String {
    switch self {
    case .mouse: "with the mouse"
    case .touch: "by touch"
    case .pen: "with a pen"
    case .key: "by key"
    case .click: "by assistive technology"
    }
  }
}
