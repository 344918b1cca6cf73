// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Who asks for a person's attributes. This decides which of them may be returned.
public enum AttributeReader: Hashable, Sendable {
  /// Somebody who is known to be the person: everything.
  case person
  /// A device that says who uses it, and may be wrong: everything of this device's anonymous person; of anybody else, only attributes whose value
  /// came entirely from this device.
  case device(String)
}
