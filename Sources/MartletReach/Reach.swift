// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletKit

/// Shows banners, announcements and surveys, and passes data to the app.
///
///     let reach = Reach()
///     reach.register(notifier)
///     try reach.registerAnnouncements { item, announcement in MyController(item, announcement) }
///     reach.dataPushHandler = handler
///     reach.install(in: martlet)
///
/// What a campaign shows is chosen by its category: the notifier or controller registered for it, otherwise the default one.
///
/// One item at a time has the screen. The next one follows when its banner is closed, or its content is used, closed or cannot be shown.
/// What notifiers and controllers report late, twice or in the wrong order changes nothing.
@MainActor
public final class Reach {
  /// The category that is used if a campaign has none, or one that nothing is registered for.
  public nonisolated static let defaultCategory = "default"

  /// Takes data for the app. Without one, data is dropped. Held strongly.
  public var dataPushHandler: (any DataPushHandler)?

  private weak var martlet: Martlet?
  private var isInstalled = false
  private var notifiers: [String: any Notifier] = [:]
  private var announcements: [String: (Item, Announcement) throws -> any ContentController] = [:]
  private var surveys: [String: (Item, Survey) throws -> any ContentController] = [:]
  /// What has the screen.
  private var item: Item?
  private var notifier: (any Notifier)?
  private var controller: (any ContentController)?

  /// Creates an instance that shows nothing until it is installed.
  public nonisolated init() {}

  /// Starts to show items. Items that arrived before, also in earlier launches, come now. The client holds this object from now on.
  ///
  /// Call it when the app can show something. Only the last instance that was installed is used.
  public func install(in martlet: Martlet) {
    self.martlet = martlet
    isInstalled = true
    martlet.reachPresenter = self
  }

  // MARK: - Registering

  /// Registers a notifier for a category, at any time. It replaces the one before. One notifier can serve several categories.
  public func register(_ notifier: any Notifier, forCategory category: String = Reach.defaultCategory) {
    notifiers[category] = notifier
  }

  /// Registers what shows the announcements of a category.
  ///
  /// - Parameter make: creates a controller for each announcement. If it throws, the announcement is dropped, and the log says why.
  /// - Throws: `RegistrationError.installed` after `install(in:)`, because announcements may already have been shown.
  public func registerAnnouncements(
    forCategory category: String = Reach.defaultCategory, _ make: @escaping (Item, Announcement) throws -> any ContentController
  ) throws(RegistrationError) {
    guard !isInstalled else { throw .installed }
    announcements[category] = make
  }

  /// Registers what shows the surveys of a category. As for announcements.
  public func registerSurveys(
    forCategory category: String = Reach.defaultCategory, _ make: @escaping (Item, Survey) throws -> any ContentController
  ) throws(RegistrationError) {
    guard !isInstalled else { throw .installed }
    surveys[category] = make
  }

  /// Why something cannot be registered.
  public enum RegistrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `install(in:)` was called before.
    case installed

    public var description: String { "Controllers must be registered before install(in:)." }
  }

  private func registered<Value>(_ values: [String: Value], for category: String?) -> Value? {
    category.flatMap { values[$0] } ?? values[Self.defaultCategory]
  }
}

extension Reach: ReachPresenter {
  package func perform(_ action: ReachAction) {
    switch action {
    case .offer(let core, let contents, let attempt, let isRepeat): offer(core, contents, attempt, isRepeat)
    case .removeBanner(let id):
      guard let item, item.id == id else { return }
      item.isOver = true
      notifier?.remove(item)
      (self.item, notifier) = (nil, nil)
    case .showLoading(let core): showLoading(core)
    case .open(let core, let contents): open(core, contents)
    case .closeContent(let id):
      guard let item, item.id == id else { return }
      item.isOver = true
      controller?.dismiss()
      (self.item, controller) = (nil, nil)
    case .follow(_, let contents):
      if let banner = contents.banner, let read = try? Banner(wire: banner) { follow(read.clickAction, extras: read.extras) }
    case .passOn(let core, let contents): passOn(core, contents)
    }
  }

  // MARK: - Banners

  private func offer(_ core: ReachItem, _ contents: ReachContents, _ attempt: Int, _ isRepeat: Bool) {
    guard let martlet, martlet.mayShow(core) else { return }
    func answer(_ answer: ReachMachine.NotifierAnswer) { martlet.tell(reach: .answered(id: core.id, attempt: attempt, answer)) }
    do {
      let offered = try makeItem(core, contents)
      offered.isRepeat = isRepeat
      guard let notifier = registered(notifiers, for: contents.category) else {
        martlet.logProblem("Campaign \(core.campaign) is dropped: no notifier is registered.")
        return answer(.drop)
      }
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

  private func makeItem(_ core: ReachItem, _ contents: ReachContents) throws(ContentError) -> Item {
    let banner = try contents.banner.map { wire throws(ContentError) in try Banner(wire: wire) }
    let content = try contents.content.map { wire throws(ContentError) in try Content(wire: wire) }
    return Item(core, banner: banner, content: content, category: contents.category) { [weak martlet] in martlet?.tell(reach: $0) }
  }

  // MARK: - Content

  private func showLoading(_ core: ReachItem) {
    guard let martlet, martlet.mayShow(core) else { return }
    item = Item(core, banner: nil, content: nil, category: nil) { [weak martlet] in martlet?.tell(reach: $0) }
  }

  private func open(_ core: ReachItem, _ contents: ReachContents) {
    guard let martlet, martlet.mayShow(core) else { return }
    do {
      let opened = try makeItem(core, contents)
      opened.follow = { [weak self] in self?.follow($0, extras: $1) }
      item = opened
      switch opened.content {
      case .announcement(let announcement)?:
        controller = try registered(announcements, for: contents.category)?(opened, announcement)
      case .survey(let survey)?: controller = try registered(surveys, for: contents.category)?(opened, survey)
      case nil: controller = nil
      }
      guard let controller else {
        martlet.logProblem("Campaign \(core.campaign) is dropped: no controller is registered for its content.")
        return martlet.tell(reach: .failed(id: core.id, .contentFailed))
      }
      controller.present()
    } catch {
      martlet.logProblem("Campaign \(core.campaign) is dropped: its content cannot be shown. \(error)")
      martlet.tell(reach: .failed(id: core.id, .contentFailed))
    }
  }

  private func follow(_ action: ClickAction, extras: Extras) {
    guard case .url(let url, let useWebView) = action else { return }
    martlet?.open(Martlet.URLContext(url: url, useWebView: useWebView, extras: extras, source: .inAppMessage))
  }

  // MARK: - Data

  private func passOn(_ core: ReachItem, _ contents: ReachContents) {
    guard let martlet, martlet.mayShow(core) else { return }
    func end(_ answer: ReachMachine.DataAnswer) { martlet.tell(reach: .dataAnswered(id: core.id, answer)) }
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
      martlet.tell(reach: .failed(id: core.id, .contentFailed))
    }
  }
}
