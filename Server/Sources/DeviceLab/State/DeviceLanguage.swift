// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The languages that a device of the lab can be set to: some of those in which the SDK names its own controls.
enum DeviceLanguage: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case arabic = "ar"
  case chinese = "zh"
  case dutch = "nl"
  case french = "fr"
  case german = "de"
  case hebrew = "he"
  case hindi = "hi"
  case italian = "it"
  case japanese = "ja"
  case korean = "ko"
  case polish = "pl"
  case portuguese = "pt"
  case spanish = "es"
  case swedish = "sv"
  case turkish = "tr"
  case ukrainian = "uk"

  var name: String {
    switch self {
    case .english: "English"
    case .arabic: "Arabic"
    case .chinese: "Chinese"
    case .dutch: "Dutch"
    case .french: "French"
    case .german: "German"
    case .hebrew: "Hebrew"
    case .hindi: "Hindi"
    case .italian: "Italian"
    case .japanese: "Japanese"
    case .korean: "Korean"
    case .polish: "Polish"
    case .portuguese: "Portuguese"
    case .spanish: "Spanish"
    case .swedish: "Swedish"
    case .turkish: "Turkish"
    case .ukrainian: "Ukrainian"
    }
  }

  var direction: DeviceSettings.Direction {
    switch self {
    case .arabic, .hebrew: .rightToLeft
    default: .leftToRight
    }
  }
}
