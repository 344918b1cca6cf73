// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

extension Role {
  /// Whether somebody with the role may change the campaign. A change of what is launched reaches
  /// people.
  func mayEdit(_ campaign: Campaign) -> Bool { may(campaign.state == .draft ? .author : .publish) }

  /// What the role lacks, for pages that leave out what it cannot do; nil when it can do everything
  /// on them.
  var note: String? {
    guard let lacking = [Permission.author, .publish].first(where: { !may($0) }) else { return nil }
    return
      "Your role, \(traits.name), cannot \(lacking.words). This needs the role \(lacking.leastRole.traits.name). Ask an admin."
  }
}
