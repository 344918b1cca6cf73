// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit
package import MartletWire

extension Reach {
  /// The action of a click.
  public typealias ClickAction = Martlet.InAppMessage.ClickAction
  /// The colours for light and dark mode.
  public typealias Themes = Martlet.InAppMessage.Themes
  /// The key-value pairs of a campaign.
  public typealias Extras = Martlet.InAppMessage.Extras
  /// Why something from a server cannot be read. It names the field.
  public typealias ContentError = Martlet.InAppMessage.WireError

  /// What a tap on a banner or a push opens.
  public enum Content: Hashable, Sendable {
    case announcement(Announcement)
    case survey(Survey)
  }
}

extension Reach.Content {
  /// Reads the content of a campaign. Unknown enumerated values and missing colours are the
  /// defaults.
  package init(wire: Wire.Content) throws(Reach.ContentError) {
    switch wire.kind.known {
    case .text?, .html?: self = .announcement(try .init(wire: wire))
    case .survey?: self = .survey(try .init(wire: wire))
    case nil: throw .unsupportedKind(wire.kind.rawValue)
    }
  }
}
