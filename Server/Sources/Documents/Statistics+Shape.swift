// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Statistics

extension Estimate: Shaped {
  public static let shape = Shape<Self>(
    "Estimate", "With its 95% interval.", .field("value", \.value), .field("lower", \.interval.lower),
    .field("upper", \.interval.upper))
}

extension SampleRatio: Shaped {
  public static let shape = Shape<Self>(
    "Split",
    "How likely chance alone makes a split at least as uneven. With an alarm, nothing is compared.",
    .field("chance", \.chance), .field("alarm", \.isAlarm))
}
