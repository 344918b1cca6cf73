// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletKit
public import MartletUI

/// Shows banners, announcements and surveys, and passes data to the app.
///
///     let reach = Reach(icon: .icon("★"))
///     reach.dataPushHandler = handler
///     reach.install(in: martlet)
///
/// What a campaign shows is drawn by the notifier or controller registered for its category,
/// otherwise by the default one. The default ones draw with views of the SDK. Register your own, or
/// subclasses of `BannerNotifier`, `AnnouncementController` and `SurveyController`, to change that.
///
/// One item at a time has the screen. The next one follows when its banner is closed, or its
/// content is used, closed or cannot be shown. What notifiers and controllers report late, twice or
/// in the wrong order changes nothing.
@MainActor
public final class Reach {
  /// The category that is used if a campaign has none, or one that nothing is registered for.
  public nonisolated static let defaultCategory = "default"

  /// Takes data for the app. Without one, data is dropped. Held strongly.
  public var dataPushHandler: (any DataPushHandler)?

  private weak var martlet: Martlet?
  private let screen: ReachScreen
  private var isInstalled = false
  private var notifiers: [String: any Notifier]
  private var announcements: [String: (Item, Announcement) throws -> any ContentController] = [:]
  private var surveys: [String: (Item, Survey) throws -> any ContentController] = [:]
  private var loadings: [String: (Item) throws -> any ContentController] = [:]
  /// What has the screen.
  private var item: Item?
  private var notifier: (any Notifier)?
  private var controller: (any ContentController)?
  private var loading: (any ContentController)?

  /// Creates an instance that shows nothing until it is installed.
  ///
  /// - Parameters:
  ///   - icon: the icon of the app, for banners that show one. nil: none.
  ///   - host: draws what the default notifier and controllers show. If nil, the platform's host:
  ///     with UIKit, a `UIKitSceneHost`. Elsewhere, there is none, and only notifiers and
  ///     controllers of the app can show something. To share one host with other presenters, use a
  ///     `SharedSceneHost`.
  ///   - environment: clocks and ids.
  public init(
    icon: Martlet.InAppMessage.Graphic? = nil, host: (any SceneHost)? = nil, environment: Environment = .live
  ) {
    screen = ReachScreen(host: host ?? InAppMessageUI.platformHost(environment), environment: environment)
    notifiers = [Self.defaultCategory: BannerNotifier(icon: icon)]
    announcements[Self.defaultCategory] = { AnnouncementController(item: $0, announcement: $1) }
    surveys[Self.defaultCategory] = { SurveyController(item: $0, survey: $1) }
    loadings[Self.defaultCategory] = { LoadingController(item: $0) }
  }

  /// Starts to show items. Items that arrived before, also in earlier launches, come now. The
  /// client holds this object from now on.
  ///
  /// Call it when the app can show something. Only the last instance that was installed is used.
  public func install(in martlet: Martlet) {
    self.martlet = martlet
    isInstalled = true
    screen.windowChanged = { [weak martlet] in martlet?.handle(reach: .windowChanged(isThere: $0)) }
    martlet.reachPresenter = self
    martlet.handle(reach: .windowChanged(isThere: screen.hasWindow))
  }

  /// Stops showing items, and takes what is on the screen away. Items wait until an instance is
  /// installed.
  public func uninstall() {
    if let martlet, martlet.reachPresenter === self { martlet.reachPresenter = nil }
    martlet = nil
    if let item { close(item.id) }
  }

  // MARK: - Registering

  /// Registers a notifier for a category, at any time. It replaces the one before. One notifier can
  /// serve several categories.
  public func register(_ notifier: any Notifier, forCategory category: String = Reach.defaultCategory) {
    notifiers[category] = notifier
  }

  /// Registers what shows the announcements of a category.
  ///
  /// - Parameter make: creates a controller for each announcement. If it throws, the announcement
  ///   is dropped, and the log says why.
  /// - Throws: `RegistrationError.installed` after `install(in:)`, because announcements may
  ///   already have been shown.
  public func registerAnnouncements(
    forCategory category: String = Reach.defaultCategory,
    _ make: @escaping (Item, Announcement) throws -> any ContentController
  ) throws(RegistrationError) {
    guard !isInstalled else { throw .installed }
    announcements[category] = make
  }

  /// Registers what shows the surveys of a category. As for announcements.
  public func registerSurveys(
    forCategory category: String = Reach.defaultCategory,
    _ make: @escaping (Item, Survey) throws -> any ContentController
  ) throws(RegistrationError) {
    guard !isInstalled else { throw .installed }
    surveys[category] = make
  }

  /// Registers what a person sees of a category while its content loads. It may only report
  /// `exit()` of the item, which has no banner and no content yet. If `make` or `present()` throws,
  /// the person waits without a view.
  ///
  /// Content whose campaign is not on the device yet has no category, so that the default view is
  /// shown.
  public func registerLoading(
    forCategory category: String = Reach.defaultCategory,
    _ make: @escaping (Item) throws -> any ContentController
  ) throws(RegistrationError) {
    guard !isInstalled else { throw .installed }
    loadings[category] = make
  }

  /// Why something cannot be registered.
  public enum RegistrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `install(in:)` was called before.
    case installed

    public var description: String { "Controllers must be registered before install(in:)." }
  }

  /// Whether a person waits for content that loads.
  package var isLoading: Bool { loading != nil }

  /// The person does not want to wait.
  package func stopLoading() { if loading != nil { item?.exit() } }

  private func registered<Value>(_ values: [String: Value], for category: String?) -> Value? {
    category.flatMap { values[$0] } ?? values[Self.defaultCategory]
  }
}

extension Reach: ReachPresenter {
  package func perform(_ action: ReachAction) {
    switch action {
    case .offer(let core, let contents, let attempt, let isRepeat): offer(core, contents, attempt, isRepeat)
    case .removeBanner(let id): close(id)
    case .showLoading(let core, let category): showLoading(core, category)
    case .open(let core, let contents): open(core, contents)
    case .closeContent(let id): close(id)
    case .follow(_, let contents):
      if let banner = contents.banner, let read = try? Banner(wire: banner) {
        martlet?.follow(read.clickAction, extras: read.extras)
      }
    case .passOn(let core, let contents): passOn(core, contents)
    }
  }

  /// Takes the item away from the screen, in whatever form it is there.
  private func close(_ id: String) {
    guard let item, item.id == id else { return }
    item.isOver = true
    notifier?.remove(item)
    controller?.dismiss()
    loading?.dismiss()
    (self.item, notifier, controller, loading) = (nil, nil, nil, nil)
  }

  // MARK: - Banners

  private func offer(_ core: ReachItem, _ contents: ReachContents, _ attempt: Int, _ isRepeat: Bool) {
    guard let martlet, martlet.mayShow(core) else { return }
    func answer(_ answer: ReachMachine.NotifierAnswer) {
      martlet.handle(reach: .answered(id: core.id, attempt: attempt, answer))
    }
    do {
      let offered = try makeItem(core, contents, of: martlet)
      offered.isRepeat = isRepeat
      // There is always a default one.
      guard let notifier = registered(notifiers, for: contents.category) else { return answer(.drop) }
      (item, self.notifier) = (offered, notifier)
      switch try notifier.notify(offered) {
      case .show: answer(.show)
      case .postpone:
        (item, self.notifier) = (nil, nil)
        answer(.postpone)
      }
    } catch {
      martlet.logProblem("Campaign \(core.campaign) is dropped: its banner cannot be shown. \(error)")
      (item, notifier) = (nil, nil)
      answer(.drop)
    }
  }

  private func makeItem(_ core: ReachItem, _ contents: ReachContents, of martlet: Martlet)
    throws(ContentError) -> Item
  {
    let banner = try contents.banner.map { wire throws(ContentError) in try Banner(wire: wire) }
    let content = try contents.content.map { wire throws(ContentError) in try Content(wire: wire) }
    return Item(
      core, banner: banner, content: content, category: contents.category, isOpenedByPush: contents.isFromTap,
      localAssets: contents.files,
      on: screen, of: martlet)
  }

  // MARK: - Content

  private func showLoading(_ core: ReachItem, _ category: String?) {
    guard let martlet, martlet.mayShow(core) else { return }
    let item = Item(core, category: category, on: screen, of: martlet)
    self.item = item
    do {
      loading = try registered(loadings, for: category)?(item)
      try loading?.present()
    } catch ReachScreen.Unshown.noHost, ReachScreen.Unshown.noWindow {
      // The person waits as well.
    } catch {
      martlet.logProblem("Nothing is shown while the content of campaign \(core.campaign) loads. \(error)")
    }
  }

  private func open(_ core: ReachItem, _ contents: ReachContents) {
    guard let martlet, martlet.mayShow(core) else { return }
    do {
      let opened = try makeItem(core, contents, of: martlet)
      switch opened.content {
      case .announcement(let announcement)?:
        controller = try registered(announcements, for: contents.category)?(opened, announcement)
      case .survey(let survey)?: controller = try registered(surveys, for: contents.category)?(opened, survey)
      case nil: controller = nil
      }
      guard let controller else { throw ContentError.invalid(field: "content", reason: "It has none.") }
      item = opened
      try controller.present()
      loading?.dismiss()
      loading = nil
    } catch {
      martlet.logProblem("Campaign \(core.campaign) is dropped: its content cannot be shown. \(error)")
      martlet.handle(reach: .failed(id: core.id, .contentFailed))
    }
  }

  // MARK: - Data

  private func passOn(_ core: ReachItem, _ contents: ReachContents) {
    guard let martlet, martlet.mayShow(core) else { return }
    func end(_ answer: ReachMachine.DataAnswer) { martlet.handle(reach: .dataAnswered(id: core.id, answer)) }
    guard let wire = contents.data, let handler = dataPushHandler else { return end(.nobody) }
    do {
      let data = try DataPush(wire: wire)
      let category = contents.category
      Task {
        let answer: DataPushAnswer =
          if let decoded = data.decodedBody {
            await handler.receive(data: decoded, encoded: data.body, category: category)
          } else {
            await handler.receive(text: data.body, category: category)
          }
        end(answer.machineAnswer)
      }
    } catch {
      martlet.logProblem("The data of campaign \(core.campaign) is dropped. \(error)")
      martlet.handle(reach: .failed(id: core.id, .contentFailed))
    }
  }
}
