// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension Wire.EventRecord.Body {
  /// The name under which audiences and experiments find the event: of the event or screen, the
  /// product id, the id of the survey's campaign or of the experiment; empty for a session. nil for
  /// events that neither asks for.
  public var audienceName: String? {
    switch self {
    case .custom(let name, _), .screenView(let name, _): name
    case .purchase(let productID, _, _, _, _): productID
    case .sessionStart: ""
    case .surveyAnswers(let presentation, _): presentation.campaignID
    case .exposure(_, let experimentID, _): experimentID
    default: nil
    }
  }

  /// The campaign that the event is about; nil for none.
  public var campaignID: String? {
    switch self {
    case .impression(let it), .click(let it, _), .dismissal(let it, _), .outcome(let it, _, _),
      .delivered(let it), .surveyAnswers(let it, _),
      .exposure(let it, _, _):
      it.campaignID
    case .pushClick(let campaignID): campaignID
    default: nil
    }
  }

  /// The properties that conditions on the event can name: its own, the answers of a survey, and
  /// the fields of a purchase that no property has the name of.
  public var audienceProperties: [String: Wire.JSONValue] {
    if case .surveyAnswers(_, let answers) = self { return answers }
    var all = properties ?? [:]
    if case .purchase(let productID, let currency, let price, let quantity, _) = self {
      let fields: [String: Wire.JSONValue] = [
        "product_id": .string(productID), "currency": .string(currency), "price": .double(price),
        "quantity": .int(Int64(quantity)),
      ]
      all.merge(fields) { own, _ in own }
    }
    return all
  }
}
