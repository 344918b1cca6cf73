// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Console
import DeviceLab
import Domain
import Foundation
public import HTTPSupport
import Hummingbird
public import Logging
public import MartletCore
public import MartletKit
import NIOCore
import Pages
import Pushing
import ReachAPI
import ServiceLifecycle
public import Store
import Synchronization

/// A server that is ready to run.
///
/// ```swift
/// let server = try await ServerApplication.build(configuration: configuration)
/// try await server.run { url in print(url) }
/// ```
public struct ServerApplication: Sendable {
  public let configuration: ServerConfiguration
  public let services: ServerServices
  /// The sample app's SDK key, if this was the first start.
  public let firstDeviceKey: String?
  private let lab: DeviceLab
  private let watch: StorageWatch
  private let logger: Logger

  /// Opens the data and creates the services. With `store` nil, uses the configured storage.
  public static func build(
    configuration: ServerConfiguration, environment: MartletCore.Environment = .live,
    store: (any Store)? = nil, logger: Logger? = nil
  ) async throws(StartProblem) -> ServerApplication {
    let opened: any Store
    let firstDeviceKey: String?
    do throws(StoreError) {
      if let store { opened = store } else { opened = try configuration.storage.open() }
      firstDeviceKey = try await FirstStart.prepare(store: opened, environment: environment)?.text
    } catch {
      throw .store(error)
    }
    let site: Site?
    do throws(Site.Mistake) {
      site =
        configuration.roles.contains(.console)
        ? try Console.site(
          navigation: [.home, .campaigns, .audiences, .people, .events, .lab, .settings],
          files: DeviceLab.files) : nil
    } catch {
      throw .pages("\(error)")
    }
    var clock: SharedClock?
    if case .database = configuration.storage { clock = SharedClock() }
    let environment = clock?.correcting(environment) ?? environment
    let services = ServerServices(
      configuration: configuration, store: opened, environment: environment, site: site)
    if case .database = configuration.storage { try await checkKey(services.pushKeys) }
    let logger = logger ?? configuration.makeLogger(environment: environment)
    let watch = StorageWatch(
      store: opened, clock: clock, limiter: services.limiter, answers: configuration.roles.answersApps,
      environment: environment, logger: logger)
    do throws(StoreError) { try await watch.announce() } catch { throw .store(error) }
    return ServerApplication(
      configuration: configuration, services: services, firstDeviceKey: firstDeviceKey,
      lab: DeviceLab(services: services, configuration: configuration), watch: watch, logger: logger)
  }

  /// Servers with one database encrypt with one key, so that each can send what another was given.
  private static func checkKey(_ keys: PushKeyring) async throws(StartProblem) {
    let field = ServerConfiguration.Setting.encryptionKeyFile.description
    do {
      guard try await !keys.hasKeyOfStore() else { return }
    } catch let problem as KeySafe.Problem {
      throw .configuration(field: field, problem.words)
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .configuration(field: field, "\(error)")
    }
    throw .configuration(
      field: field,
      "the servers of this database encrypt with another key. Give all of them the same file, or the same \(ServerConfiguration.encryptionKeyVariable)."
    )
  }

  /// The command that makes a sign-in link.
  public var linkCommand: String { services.sessions.linkCommand }

  /// A link that signs one browser in, once, within 15 minutes. Its address is correct once the
  /// server listens.
  ///
  /// A server that shows no pages has only its address.
  public func makeSignInLink() async throws(StartProblem) -> String {
    guard configuration.roles.contains(.console) else { return services.address.url.description }
    do throws(StoreError) {
      return try await services.sessions.makeLink()
    } catch {
      throw .store(error)
    }
  }

  /// Serves until the task is cancelled or, with `handlesSignals`, SIGTERM or SIGINT arrives. In
  /// either case it accepts no new connections, answers pending requests, and then closes the
  /// store, all within `ServerConfiguration.stopTimeout`. A second signal ends the process
  /// immediately.
  ///
  /// `onListening` is called once, when requests are accepted; the address has the real port.
  /// Throws `StopProblem` when the stop was not clean.
  public func run(
    handlesSignals: Bool = false, onListening: @escaping @Sendable (PublicURL) async -> Void = { _ in }
  ) async throws {
    let address = services.address
    let isListening = Mutex(false)
    var connections = configuration.connections
    connections.maximumConnections = min(
      connections.maximumConnections, DescriptorLimit.connections(of: DescriptorLimit.raise()))
    let application = Application(
      responder: PathFolding(
        ServerRoutes.router(configuration: configuration, services: services, lab: lab).buildResponder()),
      server: .bounded(connections, logger: logger),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: nil,
        availableConnectionsDelegate: connections.acceptance),
      onServerRunning: { channel in
        isListening.withLock { $0 = true }
        if let port = channel.localAddress?.port { address.serverListens(onPort: port) }
        DataFolder.write(address.url, in: configuration.storage)
        await onListening(address.url)
      },
      logger: logger)
    // They end from last to first.
    var running: [any Service] = [
      watch, application,
    ]
    running += consoleJobs + workerJobs
    if let address = services.metricsAddress {
      running.append(
        MetricsServer(
          host: configuration.metricsHost, services: services, connections: connections, address: address,
          logger: logger))
    }
    let group = ServiceGroup(configuration: .init(services: running, logger: logger))
    let stop = ServerStop(
      timeout: configuration.stopTimeout, environment: services.environment, logger: logger,
      serve: { try await group.run() },
      stopServing: { await group.triggerGracefulShutdown() },
      close: { [store = services.store] () throws(StoreError) in try await store.close() })
    defer { if isListening.withLock({ $0 }) { DataFolder.write(nil, in: configuration.storage) } }
    let signals = handlesSignals ? await StopSignals { stop.request() } : nil
    defer { signals?.ignore() }
    do {
      try await stop.run()
    } catch
      where !(error is StopProblem) && !(error is StartProblem) && !(error is CancellationError)
      && !isListening.withLock({ $0 })
    {
      throw StartProblem(listening: error, configuration)
    }
  }

  private var consoleJobs: [any Service] {
    guard configuration.roles.contains(.console) else { return [] }
    return [
      LabLifetime(lab: lab),
      CampaignOutcomeJob(
        outcomes: services.outcomes, store: services.store, environment: services.environment, logger: logger),
    ]
  }

  private var workerJobs: [any Service] {
    guard configuration.roles.contains(.worker) else { return [] }
    let jobs: [any Service] = [
      PushService(worker: services.pushWorker),
      AudienceSizeJob(
        audiences: services.audiences, store: services.store, environment: services.environment,
        logger: logger),
      AutomaticWinnerJob(
        authoring: services.authoring, store: services.store, environment: services.environment,
        logger: logger),
      OverwritingJob(store: services.store, environment: services.environment, logger: logger),
    ]
    if configuration.retention.keepsEverything { return jobs }
    return jobs + [
      RetentionJob(
        policy: configuration.retention, store: services.store, environment: services.environment,
        metrics: services.metrics, logger: logger)
    ]
  }
}

extension StartProblem {
  /// The start problem for a network error before the server listens.
  fileprivate init(listening error: any Error, _ configuration: ServerConfiguration) {
    let (host, port) = (configuration.host, configuration.port)
    self =
      switch error {
      case let error as IOError where error.errnoCode == EADDRINUSE: .portInUse(host: host, port: port)
      case is SocketAddressError.UnknownHost:
        .cannotListen(host: host, port: port, reason: "the host name is unknown, see --host")
      default: .cannotListen(host: host, port: port, reason: "\(error)")
      }
  }
}
