// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `messageFields` of a page
// rank: rare

import BrazeKit

private func fact() -> [String: Any] {
  Braze.InAppMessage.Html(message: "<p>", messageFields: ["a": 1]).messageFields
}
