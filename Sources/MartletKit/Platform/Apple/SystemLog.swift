// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(os)
import os

/// The log of Apple platforms in Xcode's console and Console.app, with the subsystem `martlet`.
enum SystemLog {
  private static let logger = Logger(subsystem: "martlet", category: "sdk")

  /// Marked public, because log lines never contain personal data.
  static func write(_ text: String, _ level: Martlet.Configuration.Logger.Level) {
    switch level {
    case .debug: logger.debug("\(text, privacy: .public)")
    case .info: logger.info("\(text, privacy: .public)")
    case .error, .disabled: logger.error("\(text, privacy: .public)")
    }
  }
}
#endif
