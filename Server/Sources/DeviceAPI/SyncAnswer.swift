// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Writes sync answers; the definitions, which are the same for everybody, were written once when the catalogue was made.
enum SyncAnswer {
  private static let nothingNew = Wire.encode(Wire.SyncResponse(definitions: nil))

  static func unchanged(results: [Wire.EventResult]) -> [UInt8] {
    results.isEmpty ? nothingNew : Wire.encode(Wire.SyncResponse(definitions: nil, results: results))
  }

  static func full(_ catalogue: CampaignCatalogue, results: [Wire.EventResult]) -> [UInt8] {
    if results.isEmpty { return catalogue.answerWithoutResults }
    return Wire.encode(Wire.SyncResponse(definitions: catalogue.definitions, results: results))
  }
}
