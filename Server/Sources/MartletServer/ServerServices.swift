// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Authoring
import Backtest
import Console
public import Delivery
public import DeviceAPI
import DeviceLab
import Domain
public import HTTPSupport
public import Identity
import Logging
public import MartletCore
public import Pages
public import Pushing
public import SceneHTML
public import Store

/// What the routes need, created once: the composition root for the executable and for tests.
public struct ServerServices: Sendable {
  public let environment: MartletCore.Environment
  let roles: Set<ServerRole>
  public let store: any Store
  public let keys: KeyRing
  public let catalogues: CampaignCatalogues
  public let users: UserVouching
  public let signatures: SignatureLedger
  public let authoring: CampaignAuthoring
  public let pushKeys: PushKeyring
  public let pushRuns: PushRuns
  let audiences: AudienceAuthoring
  let knownDevices: KnownDevices
  let backtests: BacktestJobs
  let outcomes: CampaignOutcomes
  let figures: FigureCache
  public let pushWorker: PushWorker
  public let address: PublicAddress
  public let sessions: BrowserSessions
  public let accounts: TeamAccounts
  public let metrics: MetricsRegistry
  public let limiter: RequestLimiter
  /// For all requests that store something, because they wait for one writer.
  public let shedding: LoadShedding
  /// The address of `/metrics`, when it is not the server's own.
  public let metricsAddress: PublicAddress?
  public let pages: any BrowserPages
  /// The pages of messages that browsers show in frames.
  public let messagePages = ServedPages { Secret.make().text }
  /// Drafts that the editor hands over to the lab.
  let drafts: HandedDrafts
  /// Where pushes to the phones of the lab go.
  let labPushes: LabPushService
  /// What all pages share; nil for a server without pages.
  public let site: Site?

  public init(
    configuration: ServerConfiguration, store: any Store, environment: MartletCore.Environment,
    site: Site? = nil
  ) {
    self.environment = environment
    roles = configuration.roles
    drafts = HandedDrafts(store, environment: environment)
    self.store = store
    self.site = site
    let linkCommand = DataFolder.linkCommand(configuration.storage)
    pages = site.map { SitePages(site: $0, linkCommand: linkCommand) } ?? PlainPages(linkCommand: linkCommand)
    let changes = ChangeMonitor(store, environment: environment)
    keys = KeyRing(store: store, changes: changes, environment: environment)
    catalogues = CampaignCatalogues(store: store, changes: changes)
    authoring = CampaignAuthoring(store: store, pushKeys: store, environment: environment)
    audiences = AudienceAuthoring(store: store, environment: environment)
    knownDevices = KnownDevices(store: store, changes: changes)
    outcomes = CampaignOutcomes(store: store)
    pushKeys = PushKeyring(store: store, safe: KeySafe(configuration.encryptionKey), environment: environment)
    let logger = configuration.makeLogger(environment: environment)
    backtests = BacktestJobs(Backtests(store: store), store, environment: environment) { error in
      logger.error("a backtest of everybody failed", metadata: ["cause": "\(error.reason)"])
    }
    figures = FigureCache(environment) { error in
      logger.error("a figure could not be counted", metadata: ["cause": "\(error.reason)"])
    }
    if !configuration.pushHosts.isApple {
      logger.notice(
        "pushes are not sent to Apple's servers", metadata: ["host": "\(configuration.pushHosts.words)"])
    }
    labPushes = LabPushService(environment: environment)
    let worker = PushWorker(
      store: store, changes: changes, keyring: pushKeys, hosts: configuration.pushHosts,
      lab: PushRoute(sender: labPushes, topic: LabPushService.topic), environment: environment
    ) { run, reason in
      logger.warning("push run paused", metadata: ["run": "\(run.id)", "reason": "\(reason)"])
    } onWait: { run, reason in
      logger.warning("push run waits", metadata: ["run": "\(run.id)", "reason": "\(reason)"])
    } onProblem: { run, error in
      logger.warning(
        "push run waits for the store", metadata: ["run": "\(run.id)", "cause": "\(error.reason)"])
    }
    pushWorker = worker
    pushRuns = PushRuns(store: store, environment: environment) { worker.wake() }
    address = PublicAddress(
      configured: configuration.publicURL, host: configuration.host, port: configuration.port)
    sessions = BrowserSessions(
      store: store, environment: environment, address: address,
      linkCommand: linkCommand)
    accounts = TeamAccounts(store: store, environment: environment)
    let metrics = MetricsRegistry()
    self.metrics = metrics
    signatures = SignatureLedger(startedAt: environment.now())
    users = UserVouching(ledger: signatures, metrics: metrics)
    limiter = RequestLimiter(
      configuration.limits, proxies: configuration.trustedProxies, environment: environment, metrics: metrics)
    shedding = LoadShedding(environment: environment, metrics: metrics, limits: configuration.load)
    metricsAddress = configuration.metricsPort.map {
      PublicAddress(configured: nil, host: configuration.metricsHost, port: $0)
    }
  }

  func operationRoutes(servesMetrics: Bool) -> OperationRoutes {
    OperationRoutes(
      store: store, metrics: metrics, version: martletVersion, environment: environment,
      roles: roles.map(\.rawValue).sorted(), servesMetrics: servesMetrics)
  }
}
