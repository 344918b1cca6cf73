// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

extension Wire.Campaign {
  /// As devices get it (`Campaign.sentDefinition`).
  var sent: Wire.Campaign {
    var sent = self
    sent.message = sent.message?.sent
    sent.push = nil
    sent.audience = nil
    sent.experiment = nil
    sent.conversions = []
    sent.ignoresGlobalHoldout = false
    sent.languages = [:]
    return sent
  }

  /// As a test device gets it to try it out: nothing but its test push opens it, whenever that
  /// comes.
  ///
  /// - Parameter locale: The device's.
  public func sentForTrial(in locale: String?) -> Wire.Campaign {
    let languages = CampaignLanguages(self)
    var trial = self
    if let languages, let language = languages.language(for: locale, in: nil) {
      trial = languages.campaign(self, for: language)
    }
    trial = trial.sent
    (trial.triggers, trial.startsAt, trial.endsAt) = ([], nil, nil)
    (trial.rules.startsAtLocal, trial.rules.endsAtLocal, trial.rules.expiresAfterMilliseconds) = (
      nil, nil, nil
    )
    trial.rules.quietHours = []
    return trial
  }
}

extension CampaignContent {
  /// Makes a push bring what triggers would, so that it can be tried out on one device. A message
  /// cannot come this way.
  ///
  /// - Parameter name: The title of a notification that has to be made up.
  public mutating func bringEverythingByPush(named name: String) {
    guard self.message == nil else { return }
    self.triggers = []
    if self.push == nil, self.content != nil, self.banner == nil {
      self.push = Wire.PushNotification(title: String(name.prefix(100)))
    }
  }
}
