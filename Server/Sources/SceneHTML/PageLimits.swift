// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// The presenter's limits on a page's bridge calls, for the two scripts that enforce them: in the frame, and in the page around it.
struct PageLimits: Encodable {
  let calls = BridgeAction.Limits.calls
  let totalLength = BridgeAction.Limits.totalLength
  let callLength = BridgeAction.Limits.callLength
  let arguments = BridgeAction.Limits.arguments
  let values = BridgeAction.Limits.values
  let depth = BridgeAction.Limits.depth
}
