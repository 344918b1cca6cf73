// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints what the app's developer should know. No user ids, no property values, ever.
struct Log: Sendable {
  private let level: Martlet.Configuration.Logger.Level
  private let print: (@Sendable (String, Martlet.Configuration.Logger.Level) -> Bool)?

  init(_ logger: Martlet.Configuration.Logger) {
    level = logger.level
    print = logger.print
  }

  func debug(_ message: @autoclosure () -> String) { log(.debug, message) }
  func info(_ message: @autoclosure () -> String) { log(.info, message) }
  func error(_ message: @autoclosure () -> String) { log(.error, message) }

  private func log(_ level: Martlet.Configuration.Logger.Level, _ message: () -> String) {
    guard self.level != .disabled, level.rawValue >= self.level.rawValue else { return }
    let text = message()
    if let print, !print(text, level) { return }
    FileHandle.standardError.write(Data("[martlet] \(level): \(text)\n".utf8))
  }
}
