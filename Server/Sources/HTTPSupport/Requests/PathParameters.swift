// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
public import MartletCore
import MartletWire

extension ServerRequestContext {
  /// The campaign in the path. Throws 404 for a text that cannot be an id.
  public var campaignID: CampaignID {
    get throws {
      let text = try parameters.require("id")
      guard (1...Wire.Limits.idLength).contains(text.utf8.count) else { throw Answers.notFound }
      return CampaignID(text)
    }
  }

  /// The person in the path, whose id may contain anything once it is decoded. Throws 404 for a
  /// text that cannot be an id.
  public var personID: String {
    get throws {
      let text = try parameters.require("id").removingPercentEncoding ?? ""
      guard text.hasPrefix("u:") || text.hasPrefix("d:"),
        (3...(Wire.Limits.nameLength * 4 + 2)).contains(text.utf8.count),
        !text.utf8.contains(0)
      else { throw Answers.notFound }
      return text
    }
  }
}
