// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A device's decision as the server keeps it, for explanations.
public struct StoredDecision: Equatable, Sendable {
  public var at: Instant
  public var personID: String
  public var record: Wire.DecisionRecord

  public init(at: Instant, personID: String, record: Wire.DecisionRecord) {
    self.at = at
    self.personID = personID
    self.record = record
  }
}
