// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import MartletCore
import MartletWire
import NIOConcurrencyHelpers

/// The campaigns of a catalogue in all forms in which people get them. A view of the catalogue says
/// which of them one person gets, so that a view is small: most people have one of their own if
/// there are many audiences.
final class SentCampaigns: Sendable {
  /// What one person gets of a campaign.
  enum Choice {
    /// The global holdout keeps it from the person.
    static let heldOut: Int8 = -2
    /// It is not for the person.
    static let none: Int8 = -1
    /// The campaign as it is. Arms of its experiment are counted from 1.
    static let plain: Int8 = 0
  }

  /// A campaign in one form.
  private struct Form {
    let campaign: Wire.Campaign
    /// The SHA-256 of what devices get.
    let digest: [UInt8]

    init(_ campaign: Wire.Campaign) {
      self.campaign = campaign
      digest = Array(SHA256.hash(data: Wire.encode(campaign)))
    }
  }

  let ids: [CampaignID]
  /// Places of the campaigns that runs send into the app.
  let sentByRuns: [Int]
  /// For each campaign: as it is, and in the arms of its experiment.
  private let forms: [[Form]]
  private let settings: AppSettings
  /// The answer to a device that has the definitions of its view.
  let unchanged: SyncAnswer
  /// Answers with definitions that were asked for last, by tag, in all languages together.
  private let answers: NIOLockedValueBox<RecentValues<String, SyncAnswers>>
  private static let keptAnswers = 64

  /// - Parameter experiments: By the campaign's place.
  init(_ campaigns: [Wire.Campaign], _ experiments: [Int: ExperimentArms], _ settings: AppSettings) {
    ids = campaigns.map { CampaignID($0.id) }
    sentByRuns = campaigns.indices.filter { campaigns[$0].isSentIntoTheApp }
    forms = campaigns.enumerated().map { place, campaign in
      [Form(campaign)]
        + (experiments[place].map { arms in arms.names.map { Form(arms.campaign(campaign, for: $0)) } } ?? [])
    }
    self.settings = settings
    unchanged = SyncAnswer(
      Wire.SyncResponse(
        definitions: nil, settings: Wire.DeviceSettings(decisionSample: settings.decisionSample)))
    answers = NIOLockedValueBox(RecentValues(capacity: Self.keptAnswers))
  }

  private init(_ other: SentCampaigns, _ forms: [[Form]], ids: [CampaignID]? = nil) {
    (sentByRuns, settings, unchanged, answers) = (
      other.sentByRuns, other.settings, other.unchanged, other.answers
    )
    self.ids = ids ?? other.ids
    self.forms = forms
  }

  /// The same campaigns and others, as they are.
  func adding(_ others: [Wire.Campaign]) -> SentCampaigns {
    SentCampaigns(self, forms + others.map { [Form($0)] }, ids: ids + others.map { CampaignID($0.id) })
  }

  /// The same campaigns in another language. Those that are the same in it are shared, and if all
  /// are, it is this.
  func translated(by translate: (Wire.Campaign) -> Wire.Campaign) -> SentCampaigns {
    var isSame = true
    let translated = forms.map { forms in
      forms.map { form in
        let campaign = translate(form.campaign)
        guard campaign != form.campaign else { return form }
        isSame = false
        return Form(campaign)
      }
    }
    return isSame ? self : SentCampaigns(self, translated)
  }

  /// The form of people in the arm. nil: the campaign has no such arm.
  func choice(_ place: Int, arm: String) -> Int8? {
    forms[place].firstIndex { $0.campaign.arm?.name == arm }.map { Int8($0) }
  }

  func campaign(_ place: Int, _ choice: Int8) -> Wire.Campaign? {
    choice < 0 ? nil : forms[place][Int(choice)].campaign
  }

  func definitions(of view: CatalogueView) -> Wire.Definitions {
    Wire.Definitions(
      tag: view.tag, campaigns: view.choices.indices.compactMap { campaign($0, view.choices[$0]) },
      caps: settings.caps,
      audiences: view.audiences)
  }

  /// 128 bits of the SHA-256 of what devices get, so that every node and every start gives the same
  /// campaigns the same tag.
  func tag(_ choices: [Int8], _ audiences: [String: Bool]) -> String {
    var hash = SHA256()
    for (place, choice) in choices.enumerated() where choice >= 0 {
      hash.update(data: forms[place][Int(choice)].digest)
    }
    for cap in settings.caps {
      hash.update(data: Wire.encode(cap))
      hash.update(data: [0x0A])
    }
    for (audience, isMember) in audiences.sorted(by: { $0.key < $1.key }) {
      hash.update(data: Array(audience.utf8))
      hash.update(data: [isMember ? 1 : 0, 0x0A])
    }
    let digits = Array("0123456789abcdef".utf8)
    let bytes = hash.finalize().prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Answers to devices that do not have them.
  func answers(for view: CatalogueView) -> SyncAnswers {
    if let known = answers.withLockedValue({ $0[view.tag] }) { return known }
    let made = SyncAnswers(view.definitions, own: unchanged.own)
    answers.withLockedValue { $0[view.tag] = made }
    return made
  }
}
