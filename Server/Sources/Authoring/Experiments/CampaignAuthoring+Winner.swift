// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

/// The automatic winner of an experiment.
extension CampaignAuthoring {
  /// Gives the variant to everybody who has no arm yet, except the holdout, unless somebody else
  /// has changed the campaign since `expectedRevision`. People keep the arms that they have. Only
  /// for a running campaign that chooses its winner by itself and has none, and whose shares it
  /// changes.
  public func chooseWinner(
    _ variant: String, of id: CampaignID, app: AppID, expectedRevision: Int
  ) async throws(Rejection) -> Campaign {
    let present = try await campaign(id, app: app)
    guard let experiment = present.awaitedWinner, experiment.variants.contains(where: { $0.id == variant }),
      !experiment.gives(everybody: variant)
    else { throw .conflict }
    var content = present.content
    content.experiment = experiment.giving(everybody: variant)
    return try await write(
      CampaignSnapshot(name: present.name, content: content), to: id, app: app,
      expectedRevision: expectedRevision, as: .edited,
      by: .automaticWinner, winner: variant, hasSameTexts: true)
  }

  /// Puts back the shares that the experiment had before its automatic winner. The server does not
  /// choose another one.
  public func undoWinner(of id: CampaignID, app: AppID, by author: Author) async throws(Rejection)
    -> Campaign
  {
    let present = try await campaign(id, app: app)
    guard present.content.experiment?.winner != nil else { throw .invalid(.campaign, [.noWinner]) }
    var content = present.content
    content.experiment?.winner = nil
    return try await write(
      CampaignSnapshot(name: present.name, content: content), to: id, app: app,
      expectedRevision: present.revision, as: .edited, by: author,
      hasSameTexts: true)
  }
}

extension Diagnostic {
  fileprivate static let noWinner = Diagnostic(
    field: "experiment.winner", code: "no_winner", message: "The server has chosen no winner.",
    remedy: "There is nothing to undo.")
}
