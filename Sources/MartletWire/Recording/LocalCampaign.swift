// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// The reserved campaign of messages that the app built itself. The server keeps a report of it,
  /// but no figure of all campaigns includes it.
  public enum LocalCampaign {
    /// For messages without an id.
    public static let id = "local"
    private static let prefix = "local:"

    /// The campaign of a message with this id. It has the first 128 characters of the id.
    public static func id(ofMessage id: String?) -> String {
      id.map { prefix + String(String.UnicodeScalarView($0.unicodeScalars.prefix(128))) } ?? Self.id
    }

    /// The id of the message that has this campaign; nil if the campaign is one of the server, or
    /// the message has no id.
    public static func message(of campaign: String) -> String? {
      campaign.utf8.starts(with: prefix.utf8)
        ? String(campaign.unicodeScalars.dropFirst(prefix.unicodeScalars.count)) : nil
    }

    /// Whether the app itself built the messages of this campaign.
    public static func contains(_ campaign: String) -> Bool {
      campaign == id || message(of: campaign) != nil
    }
  }
}
