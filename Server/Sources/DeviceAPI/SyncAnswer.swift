// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Writes sync answers; the definitions, which are the same for everybody, were written once when the catalogue was made.
enum SyncAnswer {
  static func unchanged(_ catalogue: CampaignCatalogue, device: String, results: [Wire.EventResult]) -> [UInt8] {
    if results.isEmpty, !catalogue.isTest(device) { return catalogue.answerUnchanged }
    return Wire.encode(Wire.SyncResponse(definitions: nil, results: results, settings: catalogue.settings(of: device)))
  }

  static func full(_ catalogue: CampaignCatalogue, device: String, results: [Wire.EventResult]) -> [UInt8] {
    if results.isEmpty, !catalogue.isTest(device) { return catalogue.answerWithoutResults }
    return Wire.encode(Wire.SyncResponse(definitions: catalogue.definitions, results: results, settings: catalogue.settings(of: device)))
  }
}
