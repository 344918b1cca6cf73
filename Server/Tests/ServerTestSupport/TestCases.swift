// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// How many cases tests with random or many cases run.
public enum TestCases {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether the long variants run, as every night and before a release: `MARTLET_TEST_FULL=1`.
  public static let areAll = environment["MARTLET_TEST_FULL"] == "1"

  /// The number of cases of every day, or of all of them.
  public static func count(_ everyDay: Int, full: Int) -> Int { areAll ? full : everyDay }

  /// The number of random cases of a property, which `MARTLET_PROPERTY_CASES` can set.
  public static func properties(_ everyDay: Int, full: Int) -> Int {
    environment["MARTLET_PROPERTY_CASES"].flatMap { Int($0) } ?? count(everyDay, full: full)
  }
}
