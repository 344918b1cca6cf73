// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import HTTPSupport
public import Hummingbird

/// Everything around a page's own content.
public struct Frame: Hashable, Sendable {
  /// The heading and, followed by the product's name, the window's title.
  public var title: String
  /// The id of the current link in the navigation.
  public var section: String
  /// The breadcrumbs, outermost first, without the page itself.
  public var trail: [Link]
  /// The name of the app whose campaigns are shown; nil before sign-in.
  public var appName: String?
  public var csrfToken: String
  public var scheme: Scheme
  public var flash: Flash?
  /// Whether to show the navigation and the sign-out button.
  public var isSignedIn: Bool
  /// Who is signed in. The navigation has only what their role may use.
  public var person: Person?
  /// Names of further style sheets and scripts in `AssetLibrary`.
  public var styleSheets: [String]
  public var scripts: [String]
  /// Whether a part of the page follows what happens on the server. Without script, the browser
  /// loads the page again every three seconds.
  public var isLive = false
  /// A sentence about the page at its end.
  public var note: String?
  /// Whether the page needs more width than text does.
  public var isWide: Bool

  public init(
    title: String, section: String = "", trail: [Link] = [], appName: String? = nil, csrfToken: String = "",
    scheme: Scheme = .system,
    flash: Flash? = nil, isSignedIn: Bool = true, person: Person? = nil, styleSheets: [String] = [],
    scripts: [String] = [],
    isWide: Bool = false
  ) {
    self.title = title
    self.section = section
    self.trail = trail
    self.appName = appName
    self.csrfToken = csrfToken
    self.scheme = scheme
    self.flash = flash
    self.isSignedIn = isSignedIn
    self.person = person
    self.styleSheets = styleSheets
    self.scripts = scripts
    self.isWide = isWide
  }

  /// The person in front of the browser.
  public struct Person: Hashable, Sendable {
    /// The name in the navigation, which leads to the person's account.
    public var name: String
    public var role: Role

    public init(name: String, role: Role) {
      self.name = name
      self.role = role
    }

    public init(_ session: BrowserSession) {
      self.init(name: session.member?.title ?? "Signed in by link", role: session.role)
    }
  }

  public struct Link: Hashable, Sendable {
    public var label: String
    public var href: String

    public init(label: String, href: String) {
      self.label = label
      self.href = href
    }
  }

  /// Light or dark, as chosen with the switch; kept in the cookie `martlet_scheme`.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    case system, light, dark

    public static let cookie = "martlet_scheme"
  }

  /// A one-sentence message about what was just done.
  public struct Flash: Hashable, Sendable {
    public enum Tone: String, Hashable, Sendable {
      case good, warn, bad
    }

    public var tone: Tone
    public var text: String

    public init(_ tone: Tone, _ text: String) {
      self.tone = tone
      self.text = text
    }
  }
}

/// The values of the frame's template.
struct FrameModel {
  struct Item {
    let label: String
    let href: String
    let icon: String
    let isCurrent: Bool
  }

  struct SchemeChoice {
    let value: String
    let label: String
    let icon: String
    let isCurrent: Bool
  }

  let frame: Frame
  let isAccount: Bool
  /// Whether there is a search over everything, as the console has.
  let hasSearch: Bool
  let isTitleBare: Bool
  let scheme: String?
  let items: [Item]
  let schemes: [SchemeChoice]
  let flashIcon: String
  let icons: String
  let favicon: String
  let styleSheetPaths: [String]
  let scriptPaths: [String]
  let body: String

  init(frame: Frame, body: String, site: Site) {
    let path = { (name: String) in site.assets.path(of: name) }
    self.frame = frame
    isTitleBare = frame.title == "Martlet"
    scheme = frame.scheme == .system ? nil : frame.scheme.rawValue
    isAccount = frame.section == Site.account
    hasSearch = site.navigation.contains(.campaigns)
    items = site.navigation.filter { (frame.person?.role ?? .owner).may($0.permission) }.map {
      Item(label: $0.label, href: $0.href, icon: $0.icon, isCurrent: $0.id == frame.section)
    }
    schemes = Frame.Scheme.allCases.map {
      let (label, icon) =
        switch $0 {
        case .system: ("System appearance", "system")
        case .light: ("Light mode", "light")
        case .dark: ("Dark mode", "dark")
        }
      return SchemeChoice(value: $0.rawValue, label: label, icon: icon, isCurrent: $0 == frame.scheme)
    }
    flashIcon = frame.flash?.tone == .good ? "check" : "warning"
    icons = path("icons.svg") ?? ""
    favicon = path("martlet.svg") ?? ""
    styleSheetPaths = (["pages.css"] + frame.styleSheets).compactMap(path)
    scriptPaths = (["main.js"] + frame.scripts).compactMap(path)
    self.body = body
  }
}

// What a page's frame remembers in the browser. Neither cookie is a secret, and both are only read
// for their few possible values.
extension Frame.Scheme {
  /// The scheme in the browser's cookie; `system` without a cookie.
  public init(of request: Request) {
    self =
      Cookies(from: request.headers[values: .cookie])[Self.cookie].flatMap { Self(rawValue: $0.value) }
      ?? .system
  }

  /// The cookie that remembers the choice for a year.
  public func setCookie(isHTTPS: Bool) -> String {
    Cookie(
      name: Self.cookie, value: rawValue, maxAge: 31_536_000, path: "/", secure: isHTTPS, httpOnly: true,
      sameSite: .lax
    ).description
  }
}

extension Frame.Flash {
  public static let cookie = "martlet_flash"
  /// Longer messages are truncated: a cookie has 4,096 bytes, and a character may take 12 of them.
  static let maximumLength = 240

  /// The message that the previous page left for this one; nil if there is none.
  public init?(of request: Request) {
    guard let value = Cookies(from: request.headers[values: .cookie])[Self.cookie]?.value,
      let dot = value.firstIndex(of: "."),
      let tone = Tone(rawValue: String(value[..<dot]))
    else { return nil }
    let encoded = "text=" + value[value.index(after: dot)...]
    guard let text = (try? FormFields(encoded: Array(encoded.utf8)))?["text"], !text.isEmpty else {
      return nil
    }
    self.init(tone, String(text.prefix(Self.maximumLength)))
  }

  /// The cookie that leaves the message for the next page.
  public func setCookie(isHTTPS: Bool) -> String {
    let value = tone.rawValue + "." + QueryString.encoded(String(text.prefix(Self.maximumLength)))
    return Cookie(
      name: Self.cookie, value: value, maxAge: 60, path: "/", secure: isHTTPS, httpOnly: true, sameSite: .lax
    ).description
  }

  /// The cookie that removes the message once it has been shown.
  public static func removeCookie(isHTTPS: Bool) -> String {
    Cookie(name: cookie, value: "", maxAge: 0, path: "/", secure: isHTTPS, httpOnly: true, sameSite: .lax)
      .description
  }
}
