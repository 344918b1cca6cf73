// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Who asks for a person's attributes, and so which of them they may be told.
public enum AttributeReader: Hashable, Sendable {
  /// Somebody of whom it is known that they are the person: everything.
  case person
  /// A device that says who uses it, and may be wrong: everything of the anonymous person of this device; of anybody else those attributes of which
  /// all that makes up the value came from this device.
  case device(String)
}
