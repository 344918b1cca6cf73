// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Trigger {
  /// When the campaign shows, as a person reads it: `when cart_viewed with total > 20`.
  public var words: String {
    let condition = filter.map { " with " + $0.words } ?? ""
    return switch kind {
    case .known(.sessionStart): "when a session starts"
    case .known(.pushClick): name.map { "when the push of campaign \($0) is opened" } ?? "when any push is opened"
    case .known(.anyPurchase): "on any purchase" + condition
    case .known(.purchase): "when \(name ?? "a product") is bought" + condition
    case .known(.customEvent): "when \(name ?? "an event") is logged" + condition
    case .unknown(let kind): "on \(kind), which this version does not know"
    }
  }
}
