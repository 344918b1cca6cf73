// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Definitions as the engine needs them, compiled once for all devices that got them. Only of what
/// people see.
///
/// Immutable. It is a class so that passing it on costs only one retain.
final class PastDefinitions: Sendable {
  let tag: String
  let compiled: CompiledDefinitions
  /// For each audience that a trigger names: whether the person is in it.
  let audiences: [String: Bool]

  init(_ definitions: Wire.Definitions) {
    tag = definitions.tag
    audiences = definitions.audiences
    // As on a device: with a cap that cannot be read, no campaign runs.
    let caps = try? definitions.sharedCaps()
    compiled = CompiledDefinitions(
      caps == nil ? [] : definitions.seen, caps: caps ?? [], environment: DeviceReplay.environment())
  }
}

extension Wire.Definitions {
  /// The definitions of what people see, which data is not, without those that cannot be read.
  var seen: [CampaignDefinition] {
    campaigns.compactMap { try? $0.definition() }.filter { $0.reach?.form != .data }
  }
}
