// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The arm of a campaign's experiment that a phone of the lab takes, whatever its person would
/// draw.
///
/// Written as `campaign:arm` in the lab's settings and links, and in the requests of its phones.
public struct LabArm: Hashable, Sendable {
  /// 1 to 255 characters.
  public let campaignID: String
  /// The id of a variant, or `control` or `holdout`: `[0-9a-z_-]`.
  public let name: String

  public init(campaignID: String, name: String) {
    (self.campaignID, self.name) = (campaignID, name)
  }

  /// nil if the text is not of this form. Whether there is such an arm is not known here.
  public init?(_ text: some StringProtocol) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let (id, name) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
    guard Wire.Limits.allow(id, upTo: Wire.Limits.nameLength),
      (1...Wire.Limits.wordLength).contains(name.utf8.count),
      name.utf8.allSatisfy({
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      })
    else { return nil }
    self.init(campaignID: id, name: name)
  }

  public var text: String { "\(campaignID):\(name)" }

  /// The most characters of `text`.
  public static let longestText = Wire.Limits.nameLength + 1 + Wire.Limits.wordLength
}
