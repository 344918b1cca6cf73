// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletUI

/// The languages of devices on which browsers draw scenes: some of those in which the SDK labels
/// its own controls.
public enum DeviceLanguage: String, Hashable, Sendable, CaseIterable {
  case english = "en", arabic = "ar", chinese = "zh", dutch = "nl", french = "fr", german = "de", hebrew =
    "he", hindi = "hi"
  case italian = "it", japanese = "ja", korean = "ko", polish = "pl", portuguese = "pt", spanish = "es",
    swedish = "sv"
  case turkish = "tr", ukrainian = "uk"

  public var name: String { "\(self)".capitalized }

  public var direction: MessageScene.LayoutDirection {
    self == .arabic || self == .hebrew ? .rightToLeft : .leftToRight
  }
}
