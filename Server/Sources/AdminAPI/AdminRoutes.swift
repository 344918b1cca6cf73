// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Authoring
public import Backtest
public import CoreMetrics
import Delivery
import Domain
public import HTTPSupport
public import Hummingbird
public import MartletCore
public import Pushing
public import Store

/// The management API, `/api/v1`, for programs with a management key, and its description at
/// `/openapi.yaml`.
///
/// A key belongs to one app. Anything that belongs to another app is answered as if it did not
/// exist.
public struct AdminRoutes: Sendable {
  private let campaigns: CampaignRoutes
  private let versions: CampaignVersionRoutes
  private let insights: InsightRoutes
  private let series: SeriesRoutes
  private let analytics: AnalyticsRoutes
  private let people: PeopleRoutes
  private let privacyRequests: PrivacyRequestRoutes
  private let files: PeopleFileRoutes
  private let events: EventRoutes
  private let settings: SettingsRoutes
  private let access: AccessRoutes
  private let pushKeys: PushKeyRoutes
  private let pushRuns: PushRunRoutes
  private let audiences: AudienceRoutes
  private let experiments: ExperimentRoutes
  private let backtests: BacktestRoutes
  private let holdout: HoldoutRoutes
  private let keys: KeyRing
  private let limiter: RequestLimiter
  private let shedding: LoadShedding

  /// - Parameters:
  ///   - shedding: Keeps the server from accepting more events than it can store.
  public init(
    store: any Store, authoring: CampaignAuthoring, audiences: AudienceAuthoring, keys: KeyRing,
    pushKeys: PushKeyring, pushRuns: PushRuns,
    backtests jobs: BacktestJobs, environment: MartletCore.Environment,
    metrics: any MetricsFactory, limiter: RequestLimiter, shedding: LoadShedding
  ) {
    self.keys = keys
    self.pushKeys = PushKeyRoutes(keyring: pushKeys)
    self.pushRuns = PushRunRoutes(runs: pushRuns)
    self.audiences = AudienceRoutes(audiences: audiences, store: store)
    experiments = ExperimentRoutes(authoring: authoring, reports: ExperimentReports(store: store))
    backtests = BacktestRoutes(
      authoring: authoring, backtests: Backtests(store: store), jobs: jobs, environment: environment)
    holdout = HoldoutRoutes(reports: HoldoutReports(store: store))
    self.limiter = limiter
    self.shedding = shedding
    campaigns = CampaignRoutes(authoring: authoring)
    versions = CampaignVersionRoutes(authoring: authoring)
    insights = InsightRoutes(store: store, authoring: authoring)
    series = SeriesRoutes(store: store)
    analytics = AnalyticsRoutes(analytics: EventAnalytics(store: store))
    people = PeopleRoutes(store: store, environment: environment)
    privacyRequests = PrivacyRequestRoutes(store: store, environment: environment)
    let intake = EventIntake(store: store, environment: environment, metrics: metrics)
    files = PeopleFileRoutes(store: store, intake: intake, environment: environment)
    events = EventRoutes(intake: intake)
    settings = SettingsRoutes(store: store)
    access = AccessRoutes(store: store, environment: environment)
  }

  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    router.get("openapi.yaml") { _, _ in
      Response(
        status: .ok,
        headers: [.contentType: "application/yaml; charset=utf-8", .cacheControl: "max-age=300"],
        body: ResponseBody(byteBuffer: OpenAPI.bytes))
    }
    let group = router.group("api/v1")
      .add(middleware: KeyAuthentication(scope: .management, keys: keys)).add(middleware: KeyLimit(limiter))
      .add(middleware: NULGuard())
    campaigns.addRoutes(to: group)
    versions.addRoutes(to: group)
    insights.addRoutes(to: group)
    series.addRoutes(to: group)
    analytics.addRoutes(to: group)
    people.addRoutes(to: group)
    privacyRequests.addRoutes(to: group)
    files.addRoutes(to: group)
    events.addRoutes(to: group.group().add(middleware: shedding))
    settings.addRoutes(to: group)
    access.addRoutes(to: group)
    pushKeys.addRoutes(to: group)
    pushRuns.addRoutes(to: group)
    audiences.addRoutes(to: group)
    experiments.addRoutes(to: group)
    backtests.addRoutes(to: group)
    holdout.addRoutes(to: group)
  }
}

/// The description of all HTTP interfaces for programs, as served at `/openapi.yaml`.
public enum OpenAPI {
  public static let document = EmbeddedFiles.all.first { $0.path == "openapi.yaml" }?.text.description ?? ""
  /// The same for answers, which share one copy.
  static let bytes = ByteBuffer(string: document)
}
