// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Counts and shares as people read them.
public enum NumberWords {
  /// `12,345`, grouped by commas.
  public static func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return number < 0 ? "−" + grouped : grouped
  }

  /// `4.2%`; `–` when there is nothing to divide by.
  public static func share(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let tenths = Int((Double(part) / Double(whole) * 1_000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  /// `12.5%` for 1,250.
  public static func percent(ofTenThousandths share: Int) -> String {
    share % 100 == 0 ? "\(share / 100)%" : "\(Double(share) / 100)%"
  }

  /// `1,234.50`, and `1,234` for a whole number.
  public static func amount(hundredths: Int64) -> String {
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let digits = rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "−" : "") + count(Int(whole)) + digits
  }

  public static func plural(_ number: Int, _ one: String, _ many: String) -> String {
    "\(count(number)) \(number == 1 ? one : many)"
  }
}
