// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension CampaignContent {
  /// Its languages. nil: it has one.
  public var languageSet: CampaignLanguages? {
    CampaignLanguages(CampaignValidation.definition(self, triggers: triggers))
  }

  /// All its texts, also those that its type of message does not use.
  public var texts: [ContentText] { CampaignValidation.definition(self, triggers: []).texts }

  /// Its texts that devices use.
  public var textsForDevices: [ContentText] {
    CampaignValidation.definition(self, triggers: []).textsForDevices
  }

  /// The language of its own texts. nil: it does not say.
  public var ownLanguage: String? { CampaignValidation.definition(self, triggers: []).ownLanguage }

  /// What is missing in each of its languages.
  public var languageCompleteness: [LanguageCompleteness] {
    CampaignValidation.definition(self, triggers: triggers).languageCompleteness
  }

  /// The content as a device gets it that is set to `locale`.
  ///
  /// - Parameter variant: The variant of the experiment whose message or push it has.
  public func translated(_ languages: CampaignLanguages, for locale: String?, variant: String? = nil)
    -> CampaignContent
  {
    var shown = CampaignValidation.definition(self, triggers: triggers)
    shown.arm = variant.map { Wire.ExperimentArm(experimentID: "", name: $0) }
    shown = languages.campaign(shown, for: locale)
    var content = self
    content.message = shown.message
    (content.surfaces.banner, content.surfaces.content) = (shown.banner, shown.content)
    (content.surfaces.data, content.surfaces.push) = (shown.data, shown.push)
    return content
  }
}
