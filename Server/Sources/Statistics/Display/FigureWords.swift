// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Figures of experiments as people read them.
public enum FigureWords {
  /// `12,345`
  public static func count(_ number: Int) -> String {
    (number < 0 ? "−" : "") + Digits.count(String(number.magnitude))
  }

  /// `7 of 12`
  public static func counts(_ part: Int, of whole: Int) -> String { "\(count(part)) of \(count(whole))" }

  /// A rate with what is likely: `12.0% (likely 10.1% to 14.2%)`.
  ///
  /// Without any conversion it says `likely below 8.8%`, and if everybody converted `likely above
  /// 88%`.
  public static func rate(_ estimate: Estimate) -> String {
    guard estimate.value > 0, estimate.value < 1 else { return likely(estimate) }
    let digits = Digits(Interval(estimate.interval.lower * 100, estimate.interval.upper * 100))
    return "\(digits.nearest(estimate.value * 100))% (\(likely(estimate)))"
  }

  /// What is likely of a rate: `likely 10.1% to 14.2%`.
  public static func likely(_ estimate: Estimate) -> String {
    let interval = Interval(estimate.interval.lower * 100, estimate.interval.upper * 100)
    let digits = Digits(interval)
    if estimate.value <= 0 { return "likely below \(digits.upper(interval.upper))%" }
    if estimate.value >= 1 { return "likely above \(digits.lower(interval.lower))%" }
    return "likely \(digits.lower(interval.lower))% to \(digits.upper(interval.upper))%"
  }

  /// An uplift with what is likely: `+20% (likely −6.6% to +55%)`. If control can be nothing, only
  /// the lower bound is known: `at least +15%`.
  public static func uplift(_ uplift: Uplift) -> String {
    let interval = Interval(uplift.interval.lower * 100, uplift.interval.upper * 100)
    let digits = Digits(interval)
    let lower = signed(digits.lower(interval.lower))
    guard interval.upper.isFinite, let value = uplift.value else { return "at least \(lower)%" }
    return
      "\(signed(digits.nearest(value * 100)))% (likely \(lower)% to \(signed(digits.upper(interval.upper)))%)"
  }

  /// A difference as its size and what is likely: `1.2` and `0.3 to 2.1`. Less than nothing is
  /// written as more the other way round.
  ///
  /// - Parameter scale: What a unit of the difference is worth: 100 for points.
  static func size(_ difference: Estimate, scale: Double) -> (size: String, likely: String) {
    let isLess = difference.interval.upper < 0
    let sign = isLess ? -scale : scale
    let bounds = [difference.interval.lower * sign, difference.interval.upper * sign].sorted()
    let digits = Digits(Interval(bounds[0], bounds[1]))
    return (
      digits.nearest(difference.value * sign), "\(digits.lower(bounds[0])) to \(digits.upper(bounds[1]))"
    )
  }

  /// A difference that may be nothing, from its interval: `0.8 points less to 4.8 points more`.
  ///
  /// - Parameters:
  ///   - interval: With 0 in it.
  ///   - scale: What a unit of the interval is worth.
  ///   - unit: With the blank before it: ` points`.
  static func eitherWay(_ interval: Interval, scale: Double, unit: String) -> String {
    let scaled = Interval(interval.lower * scale, interval.upper * scale)
    let digits = Digits(scaled)
    let less = scaled.lower < 0 ? "\(digits.upper(-scaled.lower))\(unit) less" : "0\(unit)"
    let more = scaled.upper > 0 ? "\(digits.upper(scaled.upper))\(unit) more" : "0\(unit)"
    return "\(less) to \(more)"
  }

  /// `74%`, or `<1%` and `>99%` near the ends, where figures would look like certainty.
  public static func chance(_ probability: Double) -> String {
    if probability < 0.01 { return "<1%" }
    if probability > 0.99 { return ">99%" }
    return "\(Int((probability * 100).rounded()))%"
  }

  private static func signed(_ number: String) -> String {
    number.hasPrefix("−") || number.allSatisfy { "0.,".contains($0) } ? number : "+" + number
  }
}
