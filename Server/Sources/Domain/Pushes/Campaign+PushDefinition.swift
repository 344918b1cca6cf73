// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

extension Wire.Campaign {
  /// When the campaign has ended everywhere, also where a local end comes last; nil: it does not
  /// end.
  public var lastEnd: Instant? {
    let local = rules.endsAtLocal.flatMap(LocalTime.init(text:))?.instant(offset: .seconds(-12 * 3_600))
    return [endsAt, local].compactMap(\.self).min()
  }

  /// What decides when the campaign's push is sent. What the campaign shows does not have to be
  /// understood.
  ///
  /// - Parameter withTriggers: Whether the push is sent on events. If not, the triggers are left
  ///   out.
  public func pushDefinition(withTriggers: Bool) throws(Wire.Untranslatable) -> CampaignDefinition {
    let sent = Wire.Campaign(
      id: id, createdAt: createdAt, startsAt: startsAt, endsAt: endsAt,
      triggers: withTriggers ? triggers : [],
      message: Wire.Message(kind: .known(.modal)), rules: rules)
    return try sent.definition()
  }
}
