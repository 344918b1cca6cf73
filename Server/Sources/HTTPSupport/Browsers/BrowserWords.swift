// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a browser says it is, in words that tell a person's sessions apart: `Firefox on Linux`.
/// Nothing else of it is kept.
enum BrowserWords {
  /// A browser that says it is another one comes first: most claim to be Safari.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("FxiOS", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
  ]

  static func words(userAgent: String?) -> String {
    let text = userAgent?.prefix(1_000) ?? ""
    let browser = browsers.first { text.contains($0.0) }?.1
    let system = systems.first { text.contains($0.0) }?.1
    return switch (browser, system) {
    case (let browser?, let system?): "\(browser) on \(system)"
    case (let browser?, nil): browser
    case (nil, let system?): "A browser on \(system)"
    case (nil, nil): "An unknown browser"
    }
  }
}
