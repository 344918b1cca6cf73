// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension Wire.Campaign {
  /// Names of the custom events that the campaign waits for, as triggers or as exceptions.
  public var eventNames: Set<String> {
    Set((triggers + rules.exceptions).flatMap(\.eventNames))
  }
}

extension Wire.Trigger {
  fileprivate var eventNames: [String] {
    (kind == .known(.customEvent) ? [name].compactMap(\.self) : []) + triggers.flatMap(\.eventNames)
  }
}
