// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Hummingbird
import MartletWire

extension ServerRequestContext {
  /// The person in the path, whose id may hold anything once it is decoded. Throws 404 for what cannot be one.
  public var personID: String {
    get throws {
      let text = try parameters.require("id").removingPercentEncoding ?? ""
      guard text.hasPrefix("u:") || text.hasPrefix("d:"), (3...(Wire.Limits.nameLength * 4 + 2)).contains(text.utf8.count),
        !text.utf8.contains(0)
      else { throw Answers.notFound }
      return text
    }
  }
}
