// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `ErrorString`
// rank: rare

import BrazeKit
import Foundation

private func fact(error: any Error) -> String {
  let text = Braze.ErrorString(error)
  return text.logDescription + text.localizedDescription + Braze.ErrorString("text").logDescription
}
