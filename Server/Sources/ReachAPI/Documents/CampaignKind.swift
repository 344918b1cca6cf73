// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What the old service called the combinations of surfaces. The raw values are part of its paths.
enum CampaignKind: String, CaseIterable, Sendable {
  case announcements, polls, dataPushes, nativePushes

  /// Finds a kind without regard to case, as the old service did.
  init?(path: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue.lowercased() == path.lowercased() }) else {
      return nil
    }
    self = kind
  }
}

extension Draft {
  /// Under which kind the campaign is listed. nil: it is a message, which the old service did not
  /// have.
  var kind: CampaignKind? {
    if content.message != nil || content.surfaces.isEmpty { return nil }
    if content.data != nil { return .dataPushes }
    if content.content?.kind == .known(.survey) { return .polls }
    let isPushOnly = content.banner == nil && content.content == nil
    if isPushOnly,
      content.push?.isSilent == true || notes[Note.kind] == .string(CampaignKind.nativePushes.rawValue)
    {
      return .nativePushes
    }
    return .announcements
  }
}
