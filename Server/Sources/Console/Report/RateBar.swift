// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Statistics

/// A rate as a bar with what is likely, beside others of the same scale. In hundredths of the whole
/// width.
struct RateBar {
  let length: String
  /// nil as long as there are too few people.
  let likely: Likely?

  struct Likely {
    let start: String
    let width: String
  }

  static func all(_ estimates: [Estimate?]) -> [RateBar] {
    let highest = estimates.compactMap { $0?.interval.upper }.max() ?? 1
    func scaled(_ value: Double) -> String { Self.scaled(value, to: highest) }
    return estimates.map { estimate in
      RateBar(
        length: scaled(estimate?.value ?? 0),
        likely: estimate.map {
          Likely(start: scaled($0.interval.lower), width: scaled($0.interval.upper - $0.interval.lower))
        })
    }
  }
}

extension RateBar {
  /// A share without an interval.
  init(_ share: Double, of highest: Double) {
    self.init(length: Self.scaled(share, to: highest), likely: nil)
  }

  private static func scaled(_ value: Double, to highest: Double) -> String {
    FormText.hundredths(value / max(highest, 0.000_1) * 96)
  }
}

extension FormText {
  /// With two decimals at most.
  static func hundredths(_ number: Double) -> String { text((number * 100).rounded() / 100) }
}
