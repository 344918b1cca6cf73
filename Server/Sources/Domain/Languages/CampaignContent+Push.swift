// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension CampaignContent {
  /// Puts another push in the place of the campaign's own. A text that differs is not translated,
  /// because the translations are of the text before.
  public mutating func replacePush(by push: Wire.PushNotification) {
    let before = self.texts.filter { $0.field.hasPrefix("push.") }
    self.push = push
    let kept = Set(self.texts.filter { $0.field.hasPrefix("push.") }).intersection(before).map(\.field)
    func thin(_ translations: Wire.Translations) -> Wire.Translations {
      translations.mapValues { texts in texts.filter { !$0.key.hasPrefix("push.") || kept.contains($0.key) } }
        .filter { !$0.value.isEmpty }
    }
    self.languages = thin(self.languages)
    guard var changed = self.experiment else { return }
    for place in changed.variants.indices {
      changed.variants[place].languages = thin(changed.variants[place].languages)
    }
    self.experiment = changed
  }
}
