// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

/// What the arms of an experiment differ in.
public enum ExperimentSubject: String, Hashable, Sendable, CaseIterable {
  /// The campaign's message. Devices know when it would be displayed.
  case message
  /// The campaign's announcement: its banner, and the text or page that it opens. Devices know when
  /// its turn comes.
  case announcement
  /// The campaign's survey: its questions, and the banner that opens them. Devices know when its
  /// turn comes.
  case survey
  /// The campaign's data. Devices know when it would be passed to the app.
  case data
  /// The campaign's push, if it has nothing else. Runs know when it would be sent.
  case push
}

extension Wire.Campaign {
  /// What an experiment of the campaign compares. nil: it can have none.
  public var experimentSubject: ExperimentSubject? {
    if message != nil { return .message }
    let isShown = banner != nil || content != nil
    if data != nil { return isShown ? nil : .data }
    if isShown { return content?.kind == .known(.survey) ? .survey : .announcement }
    return push == nil ? nil : .push
  }

  /// Its experiment, if it compares pushes.
  public var pushExperiment: Wire.Experiment? { experimentSubject == .push ? experiment : nil }
}

extension ExperimentSubject {
  /// The surfaces in which variants differ.
  var surfaces: [CampaignSurface] {
    switch self {
    case .message: [.message]
    case .announcement, .survey: [.banner, .content]
    case .data: [.data]
    case .push: [.push]
    }
  }

  /// What the arm of people from whom it is withheld says of the campaign's form. nil: nothing.
  fileprivate func withheldForm(of campaign: Wire.Campaign) -> ReachTraits.Form? {
    switch self {
    case .message, .push: nil
    case .data: .data
    case .announcement, .survey:
      campaign.banner == nil ? .contentOnly : campaign.content == nil ? .bannerOnly : .bannerAndContent
    }
  }
}

extension Wire.Campaign {
  /// As people in the variant get it. nil: they get it as it is.
  public func shown(in variant: Wire.Experiment.Variant) -> Wire.Campaign? {
    guard let surfaces = experimentSubject?.surfaces, surfaces.contains(where: { $0.isIn(variant) })
    else { return nil }
    var shown = self
    for surface in surfaces { surface.put(variant, &shown) }
    return shown
  }

  /// As people get it from whom the experiment withholds it. Devices need to know when they would
  /// have shown it.
  func withheld() -> Wire.Campaign {
    guard let subject = experimentSubject else { return self }
    var withheld = self
    withheld.arm?.form = subject.withheldForm(of: self).map { .known($0) }
    for surface in subject.surfaces { surface.remove(&withheld) }
    if subject == .message { withheld.message = Wire.Message(kind: .known(.control)) }
    return withheld
  }

  /// Nothing but what the variant has instead of the campaign's own.
  func onlyOwn(of variant: Wire.Experiment.Variant) -> Wire.Campaign {
    var own = Wire.Campaign(id: id, createdAt: createdAt, triggers: [])
    for surface in experimentSubject?.surfaces ?? [] { surface.put(variant, &own) }
    own.message = own.message?.sent
    return own
  }
}

extension CampaignContent {
  /// As people in the variant get it. nil: they get the campaign's own.
  public func shown(in variant: Wire.Experiment.Variant) -> CampaignContent? {
    definition().shown(in: variant).map { CampaignContent($0) }
  }

  /// Nothing of the content but what the experiment compares, as people in the variant get it.
  public func compared(in variant: Wire.Experiment.Variant) -> CampaignContent {
    var shown = shown(in: variant) ?? self
    if self.experimentSubject == .message {
      (shown.banner, shown.content, shown.data, shown.push) = (nil, nil, nil, nil)
      shown.surfaceRules = Wire.SurfaceRules()
    }
    return shown
  }
}
