// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A phrase about something that can have a name.
  public struct Phrase: Equatable, Sendable {
    /// nil: the name is not said.
    private var before: String?
    private var after = ""
    private var unnamed: String

    init(_ words: String) {
      unnamed = words
    }

    init(_ before: String, _ after: String = "", unnamed: String) {
      (self.before, self.after, self.unnamed) = (before, after, unnamed)
    }

    /// The phrase with this name, or without one if it is nil.
    public func callAsFunction(_ name: String?) -> String {
      guard let before, let name else { return unnamed }
      return before + name + after
    }

    /// The phrase with an upper-case first letter. A name at its start is not changed.
    public func title(_ name: String?) -> String {
      before == "" && name != nil ? self(name) : self(name).prefix(1).uppercased() + self(name).dropFirst()
    }
  }
}
