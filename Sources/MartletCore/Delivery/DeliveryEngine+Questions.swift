// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// The presentations that were decided on and have no final outcome yet, oldest first; also those whose delay runs.
  public var livePresentationIDs: [String] { live.entries.map(\.presentation.id) }
}
