// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What one save of a campaign does to its history. What is written to the history as a whole, such
/// as its length, is bounded by `CampaignHistoryLimits`.
public struct CampaignSave: Hashable, Sendable {
  /// Whether the name or the content differs from what was stored.
  public var writesContent: Bool
  /// The change that is kept; nil for a save that changes nothing.
  public private(set) var change: CampaignChange?
  /// The number of the change whose place it takes.
  public private(set) var replaced: Int?
  /// Whether automatic saves that were made so far stay as they are: somebody saved by hand, though
  /// nothing changed.
  public let endsAutomaticSaves: Bool
  /// Whether the campaign runs with the content that it has already.
  public let marksContent: Bool

  /// - Parameters:
  ///   - campaign: As it is from now on.
  ///   - number: The revision that it gets.
  ///   - isAutomatic: Whether an editor saved it by itself.
  ///   - newest: The newest change of the campaign; only needed for an automatic save.
  public init(
    of campaign: Campaign, number: Int, as kind: CampaignChange.Kind, by author: Author,
    isAutomatic: Bool = false,
    writesContent: Bool, newest: CampaignChange? = nil
  ) {
    self.writesContent = writesContent
    endsAutomaticSaves = !writesContent && kind == .edited && !isAutomatic
    marksContent = campaign.state == .running && !writesContent
    guard writesContent || !kind.writesContent else { return }
    let change = CampaignChange(
      number: number, version: campaign.version, kind: kind, at: campaign.updatedAt, author: author,
      hasRun: campaign.state == .running && writesContent,
      automaticSince: isAutomatic ? campaign.updatedAt : nil)
    let joined = newest.flatMap { change.joined(with: $0) }
    (self.change, replaced) = (joined ?? change, joined == nil ? nil : newest?.number)
  }
}
