// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import HTTPSupport
import HTTPTypes
public import Hummingbird
import Mustache

/// What all pages share: templates, assets and navigation of the modules that have pages.
///
/// A page is rendered in two steps, so that its model cannot be mistaken for the frame's: first its
/// own template with its own model, then the frame around it. Templates escape all values by
/// default.
public struct Site: Sendable {
  public enum Mistake: Error, Sendable {
    case templateCannotBeRead(name: String, reason: String)
    case assets(AssetLibrary.Mistake)
  }

  /// The id of the section with a person's own account, which is not in the navigation.
  public static let account = "account"

  public let assets: AssetLibrary
  public let navigation: [NavigationItem]
  private let templates: MustacheLibrary

  /// - Parameters:
  ///   - navigation: The pages that exist. The main navigation links to nothing else.
  ///   - files: The embedded files of further modules. This module's own files are always included.
  public init(navigation: [NavigationItem], files: [EmbeddedFile] = []) throws(Mistake) {
    let files = try SiteFiles.read(EmbeddedFiles.all + files)
    (assets, templates) = (files.assets, files.templates)
    self.navigation = navigation
  }

  /// A whole page. The template sees the model's stored properties, `csrfToken` and `icons` (the
  /// address of the symbols).
  public func page(_ template: String, _ model: Any, in frame: Frame) -> String {
    let body = fragment(template, model, csrfToken: frame.csrfToken)
    return templates.render(
      PageModel.model(FrameModel(frame: frame, body: body, site: self)) as Any, withTemplate: "frame") ?? ""
  }

  /// A part of a page, for example to replace that part in the browser.
  public func fragment(_ template: String, _ model: Any, csrfToken: String) -> String {
    let scope = PageScope(
      model: PageModel.model(model) as? any MustacheParent, csrfToken: csrfToken,
      icons: assets.path(of: "icons.svg") ?? "")
    return templates.render(scope, withTemplate: template) ?? ""
  }

  /// Adds the routes of the assets.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get("assets/:name") { request, _ in
      guard let asset = assets.asset(atPath: request.uri.path) else { throw HTTPError(.notFound) }
      return Response(
        text: asset.text, contentType: asset.contentType,
        headers: [.cacheControl: "public, max-age=31536000, immutable"])
    }
  }
}

/// One link of the main navigation.
public struct NavigationItem: Hashable, Sendable {
  /// The id that `Frame.section` refers to.
  public var id: String
  public var label: String
  public var href: String
  /// The name of a symbol in `icons.svg`.
  public var icon: String
  /// What a person must be allowed to do to see the link.
  public var permission: Permission

  public static let home = NavigationItem(
    id: "home", label: "Home", href: "/", icon: "home", permission: .read)
  public static let campaigns = NavigationItem(
    id: "campaigns", label: "Campaigns", href: "/campaigns", icon: "campaigns", permission: .read)
  public static let audiences = NavigationItem(
    id: "audiences", label: "Audiences", href: "/audiences", icon: "audiences", permission: .read)
  public static let people = NavigationItem(
    id: "people", label: "People", href: "/people", icon: "people", permission: .read)
  public static let events = NavigationItem(
    id: "events", label: "Events", href: "/events", icon: "events", permission: .read)
  public static let lab = NavigationItem(
    id: "lab", label: "Device Lab", href: "/lab", icon: "phone", permission: .author)
  public static let settings = NavigationItem(
    id: "settings", label: "Settings", href: "/settings", icon: "settings", permission: .administer)
}

/// A page's model with the further values that every template may use.
private struct PageScope: MustacheParent {
  var model: (any MustacheParent)?
  var csrfToken: String
  var icons: String

  func child(named name: String) -> Any? {
    switch name {
    case "csrfToken": csrfToken
    case "icons": icons
    default: model?.child(named: name)
    }
  }
}
