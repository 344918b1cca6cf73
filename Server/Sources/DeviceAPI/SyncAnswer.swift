// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Writes sync answers; the definitions, which are the same for everybody, were written once when the catalogue was made.
enum SyncAnswer {
  static func unchanged(_ catalogue: CampaignCatalogue, isTest: Bool, results: [Wire.EventResult]) -> [UInt8] {
    if results.isEmpty, !isTest { return catalogue.answerUnchanged }
    return Wire.encode(response(nil, catalogue, isTest: isTest, results: results))
  }

  static func full(_ catalogue: CampaignCatalogue, isTest: Bool, results: [Wire.EventResult]) -> [UInt8] {
    if results.isEmpty, !isTest { return catalogue.answerWithoutResults }
    return Wire.encode(response(catalogue.definitions, catalogue, isTest: isTest, results: results))
  }

  static func response(
    _ definitions: Wire.Definitions?, _ catalogue: CampaignCatalogue, isTest: Bool, results: [Wire.EventResult],
    credential: String? = nil,
    refusal: Wire.SignatureRefusal? = nil
  ) -> Wire.SyncResponse {
    Wire.SyncResponse(
      definitions: definitions, results: results, settings: catalogue.settings(isTest: isTest), deviceCredential: credential,
      signatureRefusal: refusal)
  }
}
