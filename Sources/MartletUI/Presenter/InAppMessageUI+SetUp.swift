// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

extension InAppMessageUI: SetUpExamining {
  package var setUpProblem: String? {
    guard host == nil else { return nil }
    return "InAppMessageUI has nothing to draw on: this system has no scene host of its own, so every message ends as discarded (no_host). "
      + "Give it one, InAppMessageUI(host: …), or set a presenter of the app's own."
  }
}
