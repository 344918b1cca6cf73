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

extension CampaignContent {
  /// What an experiment of the campaign compares. nil: it can have none.
  public var experimentSubject: ExperimentSubject? {
    CampaignValidation.definition(self, triggers: []).experimentSubject
  }

  /// The content as people in the variant get it. nil: they get the campaign's own.
  public func shown(in variant: Wire.Experiment.Variant) -> CampaignContent? {
    var shown = self
    switch experimentSubject {
    case .message?:
      guard let message = variant.message else { return nil }
      shown.message = message
    case .announcement?, .survey?:
      guard variant.banner != nil || variant.content != nil else { return nil }
      shown.surfaces.banner = variant.banner ?? shown.surfaces.banner
      shown.surfaces.content = variant.content ?? shown.surfaces.content
    case .data?:
      guard let data = variant.data else { return nil }
      shown.surfaces.data = data
    case .push?:
      guard let push = variant.push else { return nil }
      shown.surfaces.push = push
    case nil: return nil
    }
    return shown
  }

  /// Nothing of the content but what the experiment compares, as people in the variant get it.
  public func compared(in variant: Wire.Experiment.Variant) -> CampaignContent {
    var shown = shown(in: variant) ?? self
    if experimentSubject == .message { shown.surfaces = CampaignSurfaces() }
    return shown
  }
}
