// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The choice between the types of campaigns. The values of the template `campaigns/new`.
struct NewCampaignPage {
  let types = CampaignType.allCases.map {
    Choice(href: "/campaigns/new/" + $0.rawValue, label: $0.label, use: $0.use, picture: $0.picture)
  }

  struct Choice {
    let href: String
    let label: String
    let use: String
    /// The name of a symbol in `icons.svg`.
    let picture: String
  }
}
