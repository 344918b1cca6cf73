// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
import NIOConcurrencyHelpers

/// The campaigns that devices of one app get at present, compiled once for all of them.
public final class CampaignCatalogue: Sendable {
  /// What people get who are in no audience and out of none: all campaigns.
  package let whole: CatalogueView
  private let sent: SentCampaigns
  /// The first end of a campaign, with which this catalogue ends too; nil when it ends only with a
  /// change of a campaign.
  public let validUntil: Instant?
  /// The audiences of the campaigns that have one; nil if none has.
  let audiences: AudienceIndex?
  /// The experiments of campaigns, by the campaign's place.
  private let experiments: [Int: ExperimentArms]
  /// Places of the campaigns that people in the global holdout get too.
  private let exempt: Set<Int>
  /// What has to be known of a person to evaluate them.
  let needs: AudienceNeeds
  /// Places, among all campaigns, of those in `audiences`, in its order.
  private let limited: [Int]
  /// The audiences that triggers name, sorted. In `audiences`, they follow those of campaigns.
  private let watched: [AudienceID]
  /// Tells catalogues apart that send the same: their audiences may differ.
  let mark = Mark()

  final class Mark: Sendable {}

  /// What is required of devices that name a user, and the keys that sign for users.
  package var userAuthentication: UserAuthentication { settings.userAuthentication }
  /// Whether devices may ask for data and for deletions.
  package var privacyRequests: PrivacyRequestPolicy { settings.privacyRequests }
  private let settings: AppSettings
  private let testDevices: Set<String>
  /// The views of people who get only some of the campaigns. Many people get the same ones.
  private let views: NIOLockedValueBox<RecentValues<[Int8], CatalogueView>>
  /// The languages of campaigns that have several, by the campaign's id.
  private let languages: [String: CampaignLanguages]
  /// All languages that matter to which texts a device gets.
  private let languageMarks: Set<String>
  /// The campaigns in languages that devices asked for last, each of `languageMarks`.
  private let translations: NIOLockedValueBox<RecentValues<String, SentCampaigns>>

  private static let viewCapacity = 128
  private static let languageCapacity = 32

  /// Changes whenever anything that devices get changes, and only then.
  public var tag: String { whole.tag }
  public var definitions: Wire.Definitions { whole.definitions }
  public var campaignIDs: [CampaignID] { sent.ids }

  /// Running campaigns that have not ended. Campaigns that start later are included: the device
  /// checks the schedule, so that they start on time offline.
  ///
  /// - Parameter audiences: All of the app, because campaigns and audiences name them. A campaign
  ///   whose audience cannot be evaluated is for nobody.
  public init(
    campaigns: [Campaign], audiences: [Audience] = [], settings: AppSettings = AppSettings(),
    testDevices: Set<String> = [], at now: Instant
  ) {
    let running = campaigns.filter { $0.state == .running && $0.content.endsAt.map { $0 > now } ?? true }
    let offered = running.filter { !$0.content.isPushOnly }.sorted { $0.id.rawValue < $1.id.rawValue }
    limited = offered.indices.filter { offered[$0].content.audience != nil }
    // Devices also find out who enters an audience for pushes.
    watched = Set(running.flatMap { $0.content.triggerAudiences.map(\.id) }).sorted {
      $0.rawValue < $1.rawValue
    }
    let rules =
      limited.map { place in
        var problems: [Diagnostic] = []
        return AudienceRule(json: offered[place].content.audience ?? .null, at: "audience", &problems)
          ?? .any([])
      } + watched.map { AudienceRule.audience($0) }
    self.audiences = rules.isEmpty ? nil : AudienceIndex(rules, named: audiences.rules)
    needs = AudienceNeeds(self.audiences?.subjects ?? [])
    experiments = Dictionary(
      uniqueKeysWithValues: offered.enumerated().compactMap { place, campaign in
        campaign.content.experiment.map { (place, ExperimentArms($0)) }
      })
    sent = SentCampaigns(offered.map(\.sentDefinition), experiments, settings)
    whole = CatalogueView([Int8](repeating: SentCampaigns.Choice.plain, count: offered.count), of: sent)
    exempt = Set(offered.indices.filter { offered[$0].content.ignoresGlobalHoldout })
    languages = Dictionary(
      uniqueKeysWithValues: offered.compactMap { campaign in
        CampaignLanguages(campaign.definition).map { (campaign.id.rawValue, $0) }
      })
    languageMarks = languages.values.reduce(into: []) { $0.formUnion($1.marks) }
    translations = NIOLockedValueBox(RecentValues(capacity: Self.languageCapacity))
    self.settings = settings
    self.testDevices = testDevices
    validUntil = running.compactMap(\.content.endsAt).min()
    views = NIOLockedValueBox(RecentValues(capacity: Self.viewCapacity))
  }

  package func isTest(_ device: String) -> Bool { testDevices.contains(device) }

  /// A test device reports every decision.
  package func settings(isTest: Bool) -> Wire.DeviceSettings {
    Wire.DeviceSettings(decisionSample: isTest ? 1 : settings.decisionSample)
  }

  var hasExperiments: Bool { !experiments.isEmpty }

  /// Whether some people get less than others by draws for their `ExperimentStanding`.
  var isDrawn: Bool { hasExperiments || settings.globalHoldout.isOn }

  /// When time alone changes who is in the global holdout. nil: never.
  func holdoutEnds(after now: Instant) -> Instant? { settings.globalHoldout.nextChange(after: now) }

  /// What the rules of the campaigns compare.
  public var audienceSubjects: [AudienceSubject] { audiences?.subjects ?? [] }

  /// What somebody gets.
  public struct Offer: Sendable {
    fileprivate let view: CatalogueView

    /// Equal offers have equal tags.
    public var tag: String { view.tag }
    /// Made anew each time.
    public var definitions: Wire.Definitions { view.definitions }
  }

  /// What somebody gets about whom this is known.
  ///
  /// - Parameter standing: nil for somebody whom experiments do not count.
  public func offer(for facts: PersonFacts, _ standing: ExperimentStanding?, at now: Instant) -> Offer {
    Offer(view: view(audiences?.matches(facts, at: now) ?? [], standing, at: now))
  }

  /// What somebody gets who is in these of the `audiences`: those of campaigns, then those that
  /// triggers name.
  ///
  /// - Parameter standing: nil for somebody whom experiments do not count.
  func view(_ matches: [Bool], _ standing: ExperimentStanding?, at now: Instant) -> CatalogueView {
    var choices = whole.choices
    for (place, isMatch) in zip(limited, matches) where !isMatch {
      choices[place] = SentCampaigns.Choice.none
    }
    if let standing {
      if settings.globalHoldout.holdout(at: now)?.holdsOut(standing) == true {
        for place in choices.indices where !exempt.contains(place) {
          choices[place] = SentCampaigns.Choice.heldOut
        }
      }
      for (place, arms) in experiments where choices[place] == SentCampaigns.Choice.plain {
        guard let arm = arms.arm(of: standing), let number = arms.names.firstIndex(of: arm) else { continue }
        choices[place] = Int8(number + 1)
      }
    }
    let memberships = watched.isEmpty ? [] : Array(matches.dropFirst(limited.count))
    if memberships.isEmpty, choices == whole.choices { return whole }
    let mark = choices + memberships.map { $0 ? 1 : 0 }
    if let known = views.withLockedValue({ $0[mark] }) { return known }
    let members = Dictionary(zip(watched.map(\.rawValue), memberships)) { first, _ in first }
    let view = CatalogueView(choices, of: sent, audiences: members)
    views.withLockedValue { $0[mark] = view }
    return view
  }

  /// The view as a device gets it that is set to `locale`: each campaign with the texts of its
  /// language.
  func translated(_ view: CatalogueView, for locale: String?) -> CatalogueView {
    // Locales that differ only in what no campaign has get the same, so devices cannot make more of
    // them than there are languages.
    guard let locale, !languages.isEmpty,
      let language = LanguageTag.chain(of: locale).first(where: languageMarks.contains)
    else {
      return view
    }
    return view.translated(translation(language))
  }

  private func translation(_ language: String) -> SentCampaigns {
    if let known = translations.withLockedValue({ $0[language] }) { return known }
    let made = sent.translated { languages[$0.id]?.campaign($0, for: language) ?? $0 }
    translations.withLockedValue { $0[language] = made }
    return made
  }
}
