// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What an upload does with the user ids of a list. The raw value is its name in addresses and
/// forms.
public enum ListChange: String, Hashable, Sendable, CaseIterable {
  /// The list has exactly these.
  case replace
  case add
  case remove
}
