// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A typed property value: what filters compare.
///
/// Numbers keep the type they were logged with; comparisons between `int` and `double` are numeric (1 equals 1.0), every other
/// comparison between different types is false, never an error.
public enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case date(Instant)
  case array([Value])
  case object(Properties)
}
