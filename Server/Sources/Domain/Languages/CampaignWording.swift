// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// A campaign as some of its people get it: in one language, and in a variant of its experiment or
/// in none.
public struct CampaignWording: Sendable {
  /// Where its texts are: `languages.de`, `experiment.variants[1]` or
  /// `experiment.variants[1].languages.de`. Empty: the campaign's own.
  public var place: String
  public var content: CampaignContent
}

extension CampaignContent {
  /// All wordings, the campaign's own first.
  public var wordings: [CampaignWording] {
    let languages = languageSet
    func all(_ content: CampaignContent, _ place: String, _ variant: String?) -> [CampaignWording] {
      let tags = languages?.tags.prefix(CampaignLanguages.most) ?? []
      return [CampaignWording(place: place, content: content)]
        + tags.compactMap { tag in
          languages.map {
            CampaignWording(
              place: (place.isEmpty ? "" : place + ".") + "languages.\(tag)",
              content: content.translated($0, for: tag, variant: variant))
          }
        }
    }
    return all(self, "", nil)
      + (self.experiment?.variants ?? []).enumerated().flatMap { index, variant -> [CampaignWording] in
        guard let own = shown(in: variant) else { return [] }
        return all(own, "experiment.variants[\(index)]", variant.id)
      }
  }
}
