// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// How many decimals figures have that are shown together, and how they are rounded.
///
/// The half-width of an interval gets two digits: more would pretend to be known. Bounds are
/// rounded outward, so what is written never says more than what was computed. A bound other than 0
/// never reads as 0, because that would hide on which side of 0 it is.
struct Digits {
  let decimals: Int

  /// - Parameters:
  ///   - interval: In the unit that is shown, such as percent.
  ///   - most: How many decimals the half-width may ask for.
  init(_ interval: Interval, most: Int = 2) {
    let bounds = [interval.lower, interval.upper].filter(\.isFinite)
    let half = interval.halfWidth.isFinite ? interval.halfWidth : abs(bounds.first ?? 0)
    var decimals = half > 0 ? min(most, max(0, 1 - Int(log10(half).rounded(.down)))) : most
    // 15 decimals are all that a number has.
    while decimals < 15,
      bounds.contains(where: {
        $0 != 0 && Self.rounded($0, decimals, $0 == interval.lower ? .down : .up) == 0
      })
    {
      decimals += 1
    }
    self.decimals = decimals
  }

  func lower(_ bound: Double) -> String { Self.text(Self.rounded(bound, decimals, .down), decimals) }
  func upper(_ bound: Double) -> String { Self.text(Self.rounded(bound, decimals, .up), decimals) }
  func nearest(_ value: Double) -> String {
    Self.text(Self.rounded(value, decimals, .toNearestOrAwayFromZero), decimals)
  }

  private static func rounded(_ value: Double, _ decimals: Int, _ rule: FloatingPointRoundingRule) -> Double {
    let scale = pow(10, Double(decimals))
    let scaled = value * scale
    // 0.29 times 100 is a little less than 29. That is no reason to write 28.
    let whole = scaled.rounded()
    let isWhole = whole != 0 && abs(scaled - whole) < 1e-9 * max(1, abs(whole))
    return (isWhole ? whole : scaled.rounded(rule)) / scale
  }

  /// `1,234.50`, with a true minus sign, and no sign before 0.
  static func text(_ value: Double, _ decimals: Int) -> String {
    let parts = String(format: "%.\(decimals)f", abs(value)).split(separator: ".")
    let isZero = parts.allSatisfy { $0.allSatisfy { $0 == "0" } }
    let whole = parts.first.map { count(String($0)) } ?? "0"
    return (value < 0 && !isZero ? "−" : "") + whole + (parts.count > 1 ? "." + parts[1] : "")
  }

  /// Grouped by commas.
  static func count(_ digits: String) -> String {
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return grouped
  }
}
