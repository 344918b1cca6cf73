// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import Hummingbird
import MartletWire

extension Response {
  /// An object of these fields. Fields without a value are left out.
  init(fields: [String: Wire.JSONValue?]) {
    self.init(json: Wire.JSONValue.object(fields.compactMapValues(\.self)))
  }
}
