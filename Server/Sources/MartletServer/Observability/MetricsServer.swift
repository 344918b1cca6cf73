// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Serves `/metrics`, `/livez`, `/readyz` and `/version` at a separate address, which need not be
/// publicly reachable.
struct MetricsServer: Service {
  let host: String
  let services: ServerServices
  let connections: ConnectionLimits
  let address: PublicAddress
  let logger: Logger

  func run() async throws {
    let router = Router(context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(
      middleware: RequestScope(
        environment: services.environment, metrics: services.metrics, pages: PlainPages(), isHTTPS: false))
    router.add(middleware: AddressLimit(.addressRequests, services.limiter))
    if let guardian = HostGuard(bindHost: host, publicURL: address.local) { router.add(middleware: guardian) }
    services.operationRoutes(servesMetrics: true).addRoutes(to: router)
    let application = Application(
      responder: router.buildResponder(),
      server: .bounded(connections, logger: logger),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: address.local.port ?? 0), serverName: nil,
        availableConnectionsDelegate: connections.acceptance),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { address.serverListens(onPort: port) }
        logger.notice("serving metrics", metadata: ["address": "\(address.local)"])
      },
      logger: logger)
    do {
      try await application.run()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw StartProblem.configuration(
        field: "\(ServerConfiguration.Setting.metricsPort)",
        "port \(address.local.port ?? 0) on \(host) is in use by another program.")
    }
  }
}
