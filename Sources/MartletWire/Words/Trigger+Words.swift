// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Trigger {
  /// When the campaign is shown, in words: `when cart_viewed is logged with total > 20`.
  public var words: String {
    switch kind {
    case .known(.any): triggers.map(\.words).joined(separator: ", or ")
    case .known(.all): "after all of these, \(window): " + triggers.map(\.words).joined(separator: "; ")
    case .known(.count): timesWords + " " + window + " " + triggers.map(\.words).joined(separator: ", or ")
    case .known(let kind): kind.traits.sentence(name) + condition
    case .unknown(let kind): "on \(kind) (unknown to this version)"
    }
  }

  /// The event that a plain trigger waits for: `purchase of shoes with price > 20`.
  public var eventWords: String { (kind.known?.traits.category?.words(name) ?? kind.rawValue) + condition }

  private var condition: String { filter.map { " with " + $0.words } ?? "" }

  private var window: String { within?.words ?? "in this session" }

  private var timesWords: String {
    let times = times ?? 1
    let number = times == 1 ? "once" : times == 2 ? "twice" : "\(times) times"
    return switch match {
    case .known(.exactly): "the \(Wire.ordinal(times)) time"
    case .known(.every): times == 1 ? "every time" : "every \(Wire.ordinal(times)) time"
    default: "at least \(number)"
    }
  }
}

extension Wire.HistoryWindow {
  /// `in this session`, `within 7 days`.
  public var words: String {
    guard type == .known(.last), let milliseconds else { return "in this session" }
    return "within " + Wire.words(milliseconds: milliseconds)
  }
}

extension Wire {
  /// `3rd`
  public static func ordinal(_ number: Int) -> String {
    let suffix =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }

  /// A duration in its largest whole unit: `7 days`, `90 minutes`, `1 second`.
  public static func words(milliseconds: Int64) -> String {
    let unit = TimeUnit.longest(in: milliseconds)
    return unit.words(milliseconds / unit.milliseconds)
  }
}
