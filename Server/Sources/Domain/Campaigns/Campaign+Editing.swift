// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// Why a campaign was not changed.
public enum CampaignProblem: Error, Hashable, Sendable {
  /// The action is not possible in that state.
  case notAllowed(CampaignAction, state: CampaignState)
  /// A finished campaign is history.
  case cannotEdit(state: CampaignState)
  /// Everything that prevents the change; never empty.
  case invalid([Diagnostic])
}

// Each of these returns the campaign to store, with its next revision. When storing it, pass the
// present revision as `expectedRevision`.
extension Campaign {
  /// Launches, pauses, resumes or finishes. To launch and to resume, the campaign must be able to
  /// run.
  public func applying(
    _ action: CampaignAction, at now: Instant, validation: CampaignValidation
  ) throws(CampaignProblem) -> Campaign {
    guard let next = state.after(action) else { throw .notAllowed(action, state: state) }
    if next == .running {
      try Self.refuse(validation.diagnostics(name: name, content: content, at: now), state: next)
    }
    var campaign = changed(at: now)
    campaign.state = next
    switch action {
    case .launch: campaign.launchedAt = now
    case .finish: campaign.finishedAt = now
    case .pause, .resume: break
    }
    return campaign
  }

  /// Changes name and content. A launched campaign must stay able to run, and new content gets the
  /// next version, so that devices and reports can tell what was shown. A new name alone keeps the
  /// version, because devices never see names.
  public func editing(
    name: String, content: CampaignContent, at now: Instant, validation: CampaignValidation
  ) throws(CampaignProblem) -> Campaign {
    guard state != .finished else { throw .cannotEdit(state: state) }
    try Self.refuse(validation.diagnostics(name: name, content: content, at: now), state: state)
    var campaign = changed(at: now)
    if launchedAt != nil, content != self.content { campaign.version += 1 }
    campaign.name = name.trimmed
    campaign.content = content
    return campaign
  }

  /// A new draft. It may be incomplete.
  public static func draft(
    id: CampaignID, appID: AppID, name: String, content: CampaignContent, at now: Instant,
    validation: CampaignValidation
  ) throws(CampaignProblem) -> Campaign {
    try refuse(validation.diagnostics(name: name, content: content, at: now), state: .draft)
    return Campaign(
      id: id, appID: appID, name: name.trimmed, content: content, createdAt: now, updatedAt: now)
  }

  /// A draft with the same content and its own history.
  public func duplicate(id: CampaignID, at now: Instant) -> Campaign {
    let suffix = " (copy)"
    let name = name.prefix(CampaignLimits.nameLength - suffix.count) + suffix
    return Campaign(
      id: id, appID: appID, name: String(name), content: content, createdAt: now, updatedAt: now)
  }

  private func changed(at now: Instant) -> Campaign {
    var campaign = self
    campaign.revision += 1
    campaign.updatedAt = now
    return campaign
  }

  private static func refuse(_ diagnostics: [Diagnostic], state: CampaignState) throws(CampaignProblem) {
    let blocking = diagnostics.filter { CampaignValidation.blocks($0, state: state) }
    guard blocking.isEmpty else { throw .invalid(blocking) }
  }
}
