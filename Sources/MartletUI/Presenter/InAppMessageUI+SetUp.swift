// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

extension InAppMessageUI: SetUpExamining {
  package var setUpProblem: String? {
    guard host == nil else { return nil }
    return "InAppMessageUI has no scene host, so every message ends as discarded (no_host). "
      + "Pass one with InAppMessageUI(host: …), or set your own presenter."
  }
}
