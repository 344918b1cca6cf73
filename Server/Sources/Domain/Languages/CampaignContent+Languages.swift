// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension CampaignContent {
  /// Its languages. nil: it has one.
  public var languageSet: CampaignLanguages? { CampaignLanguages(definition()) }

  /// The content as a device gets it that is set to `locale`.
  ///
  /// - Parameter variant: The variant of the experiment whose message or push it has.
  public func translated(_ languages: CampaignLanguages, for locale: String?, variant: String? = nil)
    -> CampaignContent
  {
    var shown = definition()
    shown.arm = variant.map { Wire.ExperimentArm(experimentID: "", name: $0) }
    return CampaignContent(languages.campaign(shown, for: locale))
  }
}
