// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The stored state of everything that a part of a batch names, before any of it is written.
public struct BatchState: Sendable {
  /// For each event of the part: true when no event with its id was stored for its person.
  public var isNew: [Bool]
  /// The people whose attributes the part sets or changes, with what is stored for each of these attributes.
  public var profiles: [Int64: Profile]
  public var steps: PersonSteps
  public var names: CountedNames
  public var eventNames: EventNames
  /// Puts devices in an order that nobody outside can predict. Asked for only if there are decisions.
  public var decisionSalt: Int64

  public init(
    isNew: [Bool], profiles: [Int64: Profile] = [:], steps: PersonSteps = PersonSteps([:]), names: CountedNames = CountedNames(),
    eventNames: EventNames, decisionSalt: Int64 = 0
  ) {
    self.isNew = isNew
    self.profiles = profiles
    self.steps = steps
    self.names = names
    self.eventNames = eventNames
    self.decisionSalt = decisionSalt
  }
}
