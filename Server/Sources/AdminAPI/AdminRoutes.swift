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
  /// Below `/api/v1`. The router and `openapi.yaml` are made of these.
  public let endpoints: [Endpoint]
  private let keys: KeyRing
  private let limiter: RequestLimiter

  /// - Parameters:
  ///   - shedding: Keeps the server from accepting more events than it can store.
  public init(
    store: any Store, authoring: CampaignAuthoring, audiences: AudienceAuthoring, keys: KeyRing,
    pushKeys: PushKeyring, pushRuns: PushRuns,
    backtests jobs: BacktestJobs, environment: MartletCore.Environment,
    metrics: any MetricsFactory, limiter: RequestLimiter, shedding: LoadShedding
  ) {
    self.keys = keys
    self.limiter = limiter
    let intake = EventIntake(store: store, environment: environment, metrics: metrics)
    let all: [[Endpoint]] = [
      CampaignRoutes(authoring: authoring).endpoints,
      CampaignVersionRoutes(authoring: authoring).endpoints,
      InsightRoutes(store: store, authoring: authoring).endpoints,
      ExperimentRoutes(authoring: authoring, reports: ExperimentReports(store: store)).endpoints,
      BacktestRoutes(
        authoring: authoring, backtests: Backtests(store: store), jobs: jobs, environment: environment
      ).endpoints,
      SeriesRoutes(store: store).endpoints,
      AnalyticsRoutes(analytics: EventAnalytics(store: store)).endpoints,
      HoldoutRoutes(reports: HoldoutReports(store: store)).endpoints,
      PeopleRoutes(store: store, environment: environment).endpoints,
      PeopleFileRoutes(store: store, intake: intake, environment: environment).endpoints,
      PrivacyRequestRoutes(store: store, environment: environment).endpoints,
      EventRoutes(intake: intake).endpoints.map { $0.behind(shedding) },
      SettingsRoutes(store: store).endpoints,
      AccessRoutes(store: store, environment: environment).endpoints,
      AudienceRoutes(audiences: audiences, store: store).endpoints,
      PushRunRoutes(runs: pushRuns).endpoints,
      PushKeyRoutes(keyring: pushKeys).endpoints,
    ]
    endpoints = all.flatMap(\.self)
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
      .add(middleware: NULGuard()).add(middleware: RejectionAnswers())
    endpoints.addRoutes(to: group)
  }
}

/// The description of all HTTP interfaces for programs, as served at `/openapi.yaml`.
public enum OpenAPI {
  public static let document = EmbeddedFiles.all.first { $0.path == "openapi.yaml" }?.text.description ?? ""
  /// The same for answers, which share one copy.
  static let bytes = ByteBuffer(string: document)
}
