// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// The engine's values under the names by which an app meets them, so that it need not import the engine.
extension Martlet {
  /// The decision about an event, with every candidate and why it was or was not shown.
  public typealias Decision = MartletCore.Decision
  /// How a message ended, or why it is queued.
  public typealias Outcome = MartletCore.Outcome
  /// A property of an event, with its type.
  public typealias Value = MartletCore.Value
  /// The properties of an event, or of an object in them.
  public typealias Properties = MartletCore.Properties
}
