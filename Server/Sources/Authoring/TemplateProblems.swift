// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Personalisation

/// What is wrong with the templates in a campaign's texts: its own, those of its variants, and all
/// of them in other languages.
struct TemplateProblems {
  private(set) var diagnostics: [Diagnostic] = []

  init(of content: CampaignContent) {
    var told: Set<Diagnostic> = []
    for wording in content.wordings {
      let own = wording.content
      let push = own.push.map { PushTemplate($0).diagnostics } ?? []
      let shown = content.rules.render == nil ? [] : CampaignTemplate(own).diagnostics(of: own)
      for problem in shown + push {
        // The same line may stand elsewhere in a page in another language.
        var placeless = problem
        placeless.line = nil
        guard told.insert(placeless).inserted else { continue }
        diagnostics.append(wording.place.isEmpty ? problem : problem.inside(wording.place))
      }
    }
  }
}
