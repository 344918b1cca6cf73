// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Authoring
public import Backtest
public import Delivery
public import Domain
public import HTTPSupport
import HTTPTypes
public import Hummingbird
public import Identity
public import MartletCore
import MartletWire
public import Pages
public import Pushing
public import SceneHTML
public import Store

/// The pages for writing, launching and measuring campaigns.
///
/// ```swift
/// let site = try Console.site(navigation: [.home, .campaigns, .people, .events, .lab, .settings])
/// Console(
///   site: site, store: store, authoring: authoring, keys: keys, sessions: sessions, accounts: accounts, limiter: limiter,
///   environment: environment, signatures: signatures, pushKeys: pushKeys, pushRuns: pushRuns
/// ).addRoutes(to: router)
/// ```
public struct Console: Sendable {
  let site: Site
  let store: any Store
  let authoring: CampaignAuthoring
  let sessions: BrowserSessions
  let accounts: TeamAccounts
  /// Limits the attempts of people who are not signed in.
  let limiter: RequestLimiter
  let environment: MartletCore.Environment
  let newSecrets: NewSecrets
  let imports: RunningImports
  let backtests: BacktestJobs
  let outcomes: CampaignOutcomes
  let figures: FigureCache
  let campaigns: CampaignListCache
  let thumbnails: CampaignThumbnails
  /// Where browsers find the pages of HTML messages.
  let messagePages: ServedPages
  /// How many device requests carried a valid signature.
  let signatures: SignatureLedger
  let pushKeys: PushKeyring
  let pushRuns: PushRuns
  /// See `TryOut`.
  let tryOut: TryOut
  let people: PersonalText
  let audiences: AudienceAuthoring
  /// For what is said about people.
  let intake: EventIntake

  /// Keeps a draft for the Device Lab, for the given browser session. Returns the word by which the
  /// lab finds the draft; nil if the draft is too large.
  public typealias TryOut = @Sendable (_ draft: CampaignTrial, _ session: String) async throws -> String?

  /// - Parameters:
  ///   - site: A site made by `Console.site`.
  ///   - backtests: The jobs that other routes begin and show too; nil if there are none.
  ///   - outcomes: What a job counts; nil if none does.
  ///   - figures: Where figures are counted that take long; nil for a cache that logs no failure.
  ///   - intake: nil to store events without counting them in metrics.
  ///   - people: Writes previews for a person; nil to read people from the store.
  public init(
    site: Site, store: any Store, authoring: CampaignAuthoring, sessions: BrowserSessions,
    accounts: TeamAccounts, limiter: RequestLimiter, environment: MartletCore.Environment,
    messagePages: ServedPages = ServedPages { Secret.make().text },
    signatures: SignatureLedger, pushKeys: PushKeyring, pushRuns: PushRuns, backtests: BacktestJobs? = nil,
    outcomes: CampaignOutcomes? = nil, figures: FigureCache? = nil,
    people: PersonalText? = nil,
    tryOut: @escaping TryOut = { _, _ in nil },
    intake: EventIntake? = nil
  ) {
    self.tryOut = tryOut
    newSecrets = NewSecrets(store: store, environment: environment)
    imports = RunningImports(store: store, environment: environment)
    self.backtests = backtests ?? BacktestJobs(Backtests(store: store), store, environment: environment)
    self.outcomes = outcomes ?? CampaignOutcomes(store: store)
    self.people = people ?? PersonalText(store: store)
    self.site = site
    self.store = store
    self.authoring = authoring
    self.sessions = sessions
    self.accounts = accounts
    self.limiter = limiter
    self.environment = environment
    self.messagePages = messagePages
    self.signatures = signatures
    self.pushKeys = pushKeys
    self.pushRuns = pushRuns
    self.intake = intake ?? EventIntake(store: store, environment: environment)
    self.figures = figures ?? FigureCache(environment)
    campaigns = CampaignListCache(store: store, environment: environment)
    thumbnails = CampaignThumbnails(store: store)
    audiences = AudienceAuthoring(store: store, environment: environment)
  }

  /// Adds `/`, `/campaigns`, `/audiences`, `/people`, `/events`, `/search`, `/privacy`,
  /// `/settings`, `/account`, `/welcome` and `/appearance`, for signed-in browsers whose person may
  /// use them (`ConsolePermissions`), and `/join` and `/reset-password`, for the holders of links.
  /// `Site.addRoutes` adds the site's assets.
  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    JoinRoutes(console: self, limiter: limiter).addRoutes(to: router)
    let group = router.group().add(
      middleware: BrowserGuard(sessions: sessions, permissions: ConsolePermissions.table))
    group.post("appearance", use: changeAppearance)
    HomeRoutes(console: self).addRoutes(to: group)
    SearchRoutes(console: self).addRoutes(to: group)
    BacktestPageRoutes(console: self).addRoutes(to: group)
    EventPageRoutes(console: self).addRoutes(to: group)
    AnalyticsPageRoutes(console: self).addRoutes(to: group)
    CampaignListRoutes(console: self).addRoutes(to: group)
    CampaignRoutes(console: self).addRoutes(to: group)
    HistoryRoutes(console: self).addRoutes(to: group)
    AudienceRoutes(console: self).addRoutes(to: group)
    AudienceListRoutes(console: self).addRoutes(to: group)
    BreakdownRoutes(console: self).addRoutes(to: group)
    SampleSizeRoutes(console: self).addRoutes(to: group)
    PeopleRoutes(console: self).addRoutes(to: group)
    ImportRoutes(console: self).addRoutes(to: group)
    PersonDataRoutes(console: self).addRoutes(to: group)
    PrivacyRequestRoutes(console: self).addRoutes(to: group)
    CampaignEditor(console: self).addRoutes(to: group)
    PushRunRoutes(console: self).addRoutes(to: group)
    SettingsRoutes(console: self).addRoutes(to: group)
    TeamRoutes(console: self).addRoutes(to: group)
    AccountRoutes(console: self).addRoutes(to: group)
    WelcomeRoutes(console: self).addRoutes(to: group)
  }

  /// Switches to light, dark or the system's appearance and returns to the page where the switch
  /// was pressed.
  @Sendable
  private func changeAppearance(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let scheme = try await request.formFields()["scheme"].flatMap(Frame.Scheme.init) ?? .system
    return Response(
      seeOther: Self.path(referrer: request.headers[.referer]),
      headers: [.setCookie: scheme.setCookie(isHTTPS: sessions.publicURL.isHTTPS)])
  }

  /// The path of the page that the browser came from. Only the path is kept, so it leads to no
  /// other site.
  static func path(referrer: String?) -> String {
    guard let referrer, let scheme = referrer.firstRange(of: "://"), referrer.utf8.count <= 2_000,
      let slash = referrer[scheme.upperBound...].firstIndex(of: "/")
    else { return "/" }
    let path = referrer[slash...]
    let isPlain = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    return isPlain && !path.hasPrefix("//") ? String(path) : "/"
  }

  /// The files of this module and of the scenes that it shows.
  package static let files: [EmbeddedFile] = EmbeddedFiles.all + SceneHTML.EmbeddedFiles.all

  /// What all pages share, with the console's templates and assets.
  ///
  /// - Parameter files: Files of further modules with pages, for example the lab.
  public static func site(navigation: [NavigationItem], files: [EmbeddedFile] = []) throws(Site.Mistake)
    -> Site
  {
    try Site(navigation: navigation, files: Self.files + files)
  }
}
