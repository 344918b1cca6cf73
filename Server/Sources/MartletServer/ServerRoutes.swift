// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import AdminAPI
import Console
import Delivery
import DeviceAPI
import DeviceLab
public import HTTPSupport
import HTTPTypes
public import Hummingbird
import MartletWire
import Pages
import Pushing
import ReachAPI

/// All routes of the server, composed in one place.
public enum ServerRoutes {
  static func router(configuration: ServerConfiguration, services: ServerServices, lab: DeviceLab) -> Router<
    ServerRequestContext
  > {
    let router = Router(context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(
      middleware: RequestScope(
        environment: services.environment, metrics: services.metrics, pages: services.pages,
        isHTTPS: services.address.url.isHTTPS))
    router.add(middleware: AddressLimit(.addressRequests, services.limiter))
    if let guardian = HostGuard(bindHost: configuration.host, publicURL: services.address.url) {
      router.add(middleware: guardian)
    }
    router.add(middleware: MessageGuard())
    let routes = RecordedRoutes(router)
    addRoutes(to: routes, services: services, lab: lab)
    routes.refuseOtherMethods()
    return router
  }

  /// The routes without the surrounding middleware.
  static func addRoutes(
    to router: some RouterMethods<ServerRequestContext>, services: ServerServices, lab: DeviceLab
  ) {
    guard services.roles.answersApps else {
      return services.operationRoutes(servesMetrics: services.metricsAddress == nil).addRoutes(to: router)
    }
    addProgramRoutes(to: router, services: services)
    SignInRoutes(
      sessions: services.sessions, accounts: services.accounts, pages: services.pages,
      limiter: services.limiter,
      hasConsole: services.site != nil
    ).addRoutes(to: router)
    guard let site = services.site else { return }
    site.addRoutes(to: router)
    MessagePageRoutes(pages: services.messagePages, address: services.address).addRoutes(to: router)
    Console(
      site: site, store: services.store, authoring: services.authoring, sessions: services.sessions,
      accounts: services.accounts, limiter: services.limiter, environment: services.environment,
      messagePages: services.messagePages,
      signatures: services.signatures,
      pushKeys: services.pushKeys, pushRuns: services.pushRuns, backtests: services.backtests,
      outcomes: services.outcomes,
      figures: services.figures,
      tryOut: { [drafts = services.drafts] trial, session in
        try await drafts.put(LabDraft(trial), session: session)
      },
      intake: EventIntake(
        store: services.store, environment: services.environment, metrics: services.metrics)
    ).addRoutes(to: router)
    lab.addRoutes(to: router, site: site, services: services)
  }

  /// The management API, as `openapi.yaml` describes it.
  public static func adminRoutes(services: ServerServices) -> AdminRoutes {
    AdminRoutes(
      store: services.store, authoring: services.authoring, audiences: services.audiences,
      keys: services.keys, pushKeys: services.pushKeys,
      pushRuns: services.pushRuns, backtests: services.backtests, environment: services.environment,
      metrics: services.metrics,
      limiter: services.limiter,
      shedding: services.shedding)
  }

  /// The routes for programs, which `openapi.yaml` describes.
  public static func addProgramRoutes(
    to router: some RouterMethods<ServerRequestContext>, services: ServerServices
  ) {
    services.operationRoutes(servesMetrics: services.metricsAddress == nil).addRoutes(to: router)
    DeviceRoutes(
      store: services.store, keys: services.keys, catalogues: services.catalogues,
      known: services.knownDevices, users: services.users,
      environment: services.environment, metrics: services.metrics, limiter: services.limiter,
      runDeliveries: { [runs = RunDeliveries(store: services.store)] campaigns, person, device, app, now in
        try await runs.deliveries(of: campaigns, to: person, on: device, app: app, at: now)
      }
    ).addRoutes(to: router.group().add(middleware: services.shedding))
    adminRoutes(services: services).addRoutes(to: router)
    ReachRoutes(
      store: services.store, authoring: services.authoring, runs: services.pushRuns, keys: services.keys,
      limiter: services.limiter
    ).addRoutes(to: router)
  }
}

/// The pages of the HTTP layer, in the console's frame.
struct SitePages: BrowserPages {
  let site: Site
  let linkCommand: String

  func signIn(_ stage: SignInStage, request: Request, context: ServerRequestContext) -> Response {
    let status: HTTPResponse.Status =
      switch stage {
      case .refused: .gone
      case .form(let form): HTTPResponse.Status(code: form.status)
      case .redeem, .signedOut: .ok
      }
    return Response(
      status: status,
      html: site.html(
        stage, linkCommand: linkCommand, frame: Frame(title: "", scheme: Frame.Scheme(of: request))))
  }

  func problem(_ problem: Wire.Problem, request: Request, context: ServerRequestContext) -> Response {
    var signedIn = false
    var token = ""
    var person: Frame.Person?
    if case .browser(let session) = context.principal {
      (signedIn, token, person) = (true, session.formToken, Frame.Person(session))
    }
    let page = ErrorPage(
      status: problem.status, code: problem.code, title: problem.title, remedy: problem.remedy,
      requestID: problem.status >= 500 ? context.id : nil)
    let frame = Frame(
      title: page.title, csrfToken: token, scheme: Frame.Scheme(of: request), isSignedIn: signedIn,
      person: person)
    return Response(status: HTTPResponse.Status(code: problem.status), html: site.html(page, frame: frame))
  }
}
