// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

// Ids and instants in what servers keep for each other. Both packages are this project's, and the
// SDK has no use for it.

// swift-format-ignore: AvoidRetroactiveConformances
extension CampaignID: @retroactive Codable {
  public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Instant: @retroactive Codable {
  public init(from decoder: any Decoder) throws { self.init(milliseconds: try Int64(from: decoder)) }
  public func encode(to encoder: any Encoder) throws { try milliseconds.encode(to: encoder) }
}
