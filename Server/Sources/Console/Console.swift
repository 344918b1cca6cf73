// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Authoring
public import Domain
public import HTTPSupport
import HTTPTypes
public import Hummingbird
public import Identity
public import MartletCore
public import MartletWire
public import Pages
public import SceneHTML
public import Store

/// The pages on which campaigns are written, launched and measured.
///
/// ```swift
/// let site = try Console.site(navigation: [.campaigns, .people, .lab, .settings])
/// Console(
///   site: site, store: store, authoring: authoring, keys: keys, sessions: sessions, environment: environment, signatures: signatures
/// ).addRoutes(to: router)
/// ```
public struct Console: Sendable {
  let site: Site
  let store: any Store
  let authoring: CampaignAuthoring
  let keys: KeyRing
  let sessions: BrowserSessions
  let environment: MartletCore.Environment
  let newSecrets = NewSecrets()
  let shelf: CampaignShelf
  /// Where browsers find the pages of messages.
  let messagePages: PageShelf
  /// How many requests of devices were vouched for.
  let signatures: SignatureLedger
  /// See `TryOut`.
  let tryOut: TryOut
  let people: PersonalText
  /// After a change of what devices are told beside campaigns.
  let onChange: @Sendable (AppID) -> Void

  /// Keeps a draft for the Device Lab, for the browser session that it is given, under the name that its author gave it. Returns the word by which the lab
  /// asks for it; nil: it is too large.
  public typealias TryOut = @Sendable (_ draft: Wire.Campaign, _ name: String, _ session: String) async -> String?

  /// - Parameters:
  ///   - site: Made by `Console.site`.
  ///   - people: Writes previews for a person; nil: from the store.
  public init(
    site: Site, store: any Store, authoring: CampaignAuthoring, keys: KeyRing, sessions: BrowserSessions,
    environment: MartletCore.Environment, messagePages: PageShelf = PageShelf { Secret.make().text },
    signatures: SignatureLedger, people: PersonalText? = nil, tryOut: @escaping TryOut = { _, _, _ in nil },
    onChange: @escaping @Sendable (AppID) -> Void = { _ in }
  ) {
    self.tryOut = tryOut
    self.people = people ?? PersonalText(store: store)
    self.site = site
    self.store = store
    self.authoring = authoring
    self.keys = keys
    self.sessions = sessions
    self.environment = environment
    self.messagePages = messagePages
    self.signatures = signatures
    self.onChange = onChange
    shelf = CampaignShelf(store: store, environment: environment)
  }

  /// Adds `/`, `/campaigns`, `/people`, `/settings` and `/appearance`, for signed-in browsers only. The site's assets are added by `Site.addRoutes`.
  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    let group = router.group().add(middleware: BrowserGuard(sessions: sessions))
    group.get("/") { _, _ in Response(seeOther: "/campaigns") }
    group.post("appearance", use: changeAppearance)
    CampaignRoutes(console: self).addRoutes(to: group)
    PeopleRoutes(console: self).addRoutes(to: group)
    CampaignEditor(console: self).addRoutes(to: group)
    SettingsRoutes(console: self).addRoutes(to: group)
  }

  /// Light, dark or as the system; then back to the page where the switch was pressed.
  @Sendable
  private func changeAppearance(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let scheme = try await request.formFields()["scheme"].flatMap(Frame.Scheme.init) ?? .system
    return Response(
      seeOther: Self.path(referrer: request.headers[.referer]),
      headers: [.setCookie: scheme.setCookie(isHTTPS: sessions.publicURL.isHTTPS)])
  }

  /// The path in what the browser says of the page it was on. Only the path is kept, so it leads nowhere else.
  static func path(referrer: String?) -> String {
    guard let referrer, let scheme = referrer.firstRange(of: "://"), referrer.utf8.count <= 2_000,
      let slash = referrer[scheme.upperBound...].firstIndex(of: "/")
    else { return "/campaigns" }
    let path = referrer[slash...]
    let isPlain = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    return isPlain && !path.hasPrefix("//") ? String(path) : "/campaigns"
  }
}

extension Console {
  /// The files of this module and of the scenes it shows.
  package static let files: [EmbeddedFile] = EmbeddedFiles.all + SceneHTML.EmbeddedFiles.all

  /// The pages' common ground with the console's templates and assets.
  ///
  /// - Parameter files: Those of further modules with pages, for example the lab.
  public static func site(navigation: [NavigationItem], files: [EmbeddedFile] = []) throws(Site.Mistake) -> Site {
    try Site(navigation: navigation, files: Self.files + files)
  }
}
