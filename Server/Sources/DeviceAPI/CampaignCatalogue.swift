// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Identity
public import MartletCore
public import MartletWire
import NIOConcurrencyHelpers

/// The campaigns that devices of one app get at present, compiled once for all of them.
public final class CampaignCatalogue: Sendable {
  /// What people get who are in no audience and out of none: all campaigns.
  let whole: CatalogueView
  /// The first end of a campaign, with which this catalogue ends too; nil when it ends only with a change of a campaign.
  public let validUntil: Instant?
  /// The audiences of the campaigns that have one; nil if none has.
  let audiences: AudienceIndex?
  /// What has to be known of a person to evaluate them.
  let needs: AudienceNeeds
  /// Places, among all campaigns, of those in `audiences`, in its order.
  private let limited: [Int]
  /// Tells catalogues apart that send the same: their audiences may differ.
  let mark = Mark()

  final class Mark: Sendable {}

  /// What is required of devices that name a user.
  let userAuthentication: UserAuthentication.Mode
  let tokenJudge: UserTokenJudge
  private let settings: AppSettings
  private let testDevices: Set<String>
  /// The views of people who get only some of the campaigns. Many people get the same ones.
  private let views: NIOLockedValueBox<RecentValues<[Bool], CatalogueView>>
  private static let viewCapacity = 32

  /// Changes whenever anything that devices get changes, and only then.
  public var tag: String { whole.tag }
  public var definitions: Wire.Definitions { whole.definitions }
  public var campaignIDs: [CampaignID] { whole.campaignIDs }

  /// Running campaigns that have not ended. Campaigns that start later are included: the device checks the schedule, so that they start on time
  /// offline.
  ///
  /// - Parameter audiences: All of the app, because campaigns and audiences name them. A campaign whose audience cannot be evaluated is for nobody.
  public init(
    campaigns: [Campaign], audiences: [Audience] = [], settings: AppSettings = AppSettings(), testDevices: Set<String> = [], at now: Instant
  ) {
    let offered = campaigns.filter { campaign in
      campaign.state == .running && !campaign.content.isPushOnly && campaign.content.endsAt.map { $0 > now } ?? true
    }
    .sorted { $0.id.rawValue < $1.id.rawValue }
    whole = CatalogueView(offered.map(\.sentDefinition), settings)
    limited = offered.indices.filter { offered[$0].content.audience != nil }
    let rules = limited.map { place in
      var problems: [Diagnostic] = []
      return AudienceRule(json: offered[place].content.audience ?? .null, at: "audience", &problems) ?? .any([])
    }
    self.audiences = rules.isEmpty ? nil : AudienceIndex(rules, named: audiences.rules)
    needs = AudienceNeeds(self.audiences?.subjects ?? [])
    self.settings = settings
    userAuthentication = settings.userAuthentication.mode
    tokenJudge = UserTokenJudge(settings.userAuthentication.keys)
    self.testDevices = testDevices
    validUntil = offered.compactMap(\.content.endsAt).min()
    views = NIOLockedValueBox(RecentValues(capacity: Self.viewCapacity))
  }

  func isTest(_ device: String) -> Bool { testDevices.contains(device) }

  /// A test device reports every decision.
  func settings(isTest: Bool) -> Wire.DeviceSettings {
    Wire.DeviceSettings(decisionSample: isTest ? 1 : settings.decisionSample)
  }

  /// The place of the campaign in `audiences`; nil if it has none.
  func audiencePlace(of campaign: CampaignID) -> Int? { limited.firstIndex { whole.campaignIDs[$0] == campaign } }

  /// What somebody gets who is in these of the `audiences`.
  func view(_ matches: [Bool]) -> CatalogueView {
    if matches.allSatisfy(\.self) { return whole }
    if let known = views.withLockedValue({ $0[matches] }) { return known }
    let hidden = Set(zip(limited, matches).filter { !$1 }.map(\.0))
    let shown = whole.definitions.campaigns.enumerated().filter { !hidden.contains($0.offset) }.map(\.element)
    let view = CatalogueView(shown, settings)
    views.withLockedValue { $0[matches] = view }
    return view
  }
}
