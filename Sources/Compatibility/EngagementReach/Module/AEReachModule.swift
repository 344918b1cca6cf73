// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletCore
import MartletKit
public import MartletReach
import MartletUI

#if canImport(UIKit)
import UIKit
#endif

/// Shows banners, announcements and surveys, and passes data to the app. It forwards to a `Reach`.
///
///     let reach = AEReachModule.module(withNotificationIcon: UIImage(named: "icon.png")) as! AEReachModule
///     reach.dataPushDelegate = self
///     EngagementAgent.init("Endpoint=…;SdkKey=…;AppId=…", modulesArray: [reach])
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AEReachModule: NSObject, AEModule {
  /// In Martlet's own words, for the parts of the app that have moved. nil before the agent starts.
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  public private(set) var reach: Reach?
  /// Takes data for the app. Held strongly.
  public var dataPushDelegate: (any AEReachDataPushDelegate)? {
    didSet { reach?.dataPushHandler = dataPushDelegate.map(DataPushBridge.init) }
  }
  /// What the module does at the moment.
  public var state: AEReachModuleState {
    if reach?.isLoading == true { return .loading }
    guard let current, !current.content.hasEnded, !current.content.isExpired() else { return .idle }
    return current.state
  }

  weak var agent: EngagementAgent?
  private let icon: Any?
  private let host: (any SceneHost)?
  let environment: Environment
  private var maximumCampaigns: UInt = 64
  private var clearsBadge = false
  private var notifiers: [String: any AENotifier] = [:]
  private var announcements: [String: (AEReachAnnouncement) throws -> any ContentView] = [:]
  private var polls: [String: (AEReachPoll) throws -> any ContentView] = [:]
  private var current: (content: AEInteractiveContent, state: AEReachModuleState)?
  private var reported: Set<[String]> = []

  /// - Parameters:
  ///   - icon: an image for banners that show the icon of the app.
  ///   - host: draws what the SDK's own views show. nil: the platform's.
  init(icon: Any?, host: (any SceneHost)? = nil, environment: Environment = .live) {
    (self.icon, self.host, self.environment) = (icon, host, environment)
    super.init()
    registerDefaults()
  }

  private func registerDefaults() {
    #if canImport(UIKit)
    notifiers[kAEReachDefaultCategory] = AEDefaultNotifier(icon: icon as? UIImage)
    #endif
  }

  /// A module with the SDK's own notifier and controllers.
  ///
  /// - Parameter icon: an image for banners that show the icon of the app. nil: none.
  public static func module(withNotificationIcon icon: Any!) -> Any! { AEReachModule(icon: icon) }

  // MARK: - Options

  /// Whether the badge of the app's icon is cleared at each start and each time the app comes to
  /// the foreground. It can change at any time.
  public func setAutoBadgeEnabled(_ isEnabled: Bool) {
    clearsBadge = isEnabled
    agent?.martlet?.clearsBadge(isEnabled)
  }

  /// How many campaigns can wait on the device. 64 by default. The oldest are dropped. 0: none can
  /// wait. Call it before the agent starts.
  public func setMaxInAppCampaigns(_ count: UInt) {
    guard isBeforeStart("setMaxInAppCampaigns") else { return }
    maximumCampaigns = count
  }

  private func isBeforeStart(_ call: String) -> Bool {
    if reach != nil { agent?.log("\(call) is ignored: call it before the agent starts.") }
    return reach == nil
  }

  func change(_ configuration: Martlet.Configuration) {
    configuration.maximumWaitingItems = Int(clamping: maximumCampaigns)
    if clearsBadge { configuration.push.clearsBadge = true }
  }

  // MARK: - Registering

  /// Registers a notifier for a category, at any time. It replaces the one before. One notifier can
  /// serve several categories.
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  public func registerNotifier(_ notifier: any AENotifier, forCategory category: String!) {
    let category = category ?? kAEReachDefaultCategory
    notifiers[category] = notifier
    if let reach { register(notifier, category, in: reach) }
  }

  private func register(_ notifier: any AENotifier, _ category: String, in reach: Reach) {
    reach.register(NotifierBridge(notifier, of: self), forCategory: Self.martletCategory(category))
  }

  /// - Throws: `RegistrationError.started` after the agent has started.
  func registerAnnouncements(
    _ category: String?, _ make: @escaping (AEReachAnnouncement) throws -> any ContentView
  )
    throws(RegistrationError)
  {
    guard reach == nil else { throw .started }
    announcements[category ?? kAEReachDefaultCategory] = make
  }

  /// - Throws: `RegistrationError.started` after the agent has started.
  func registerPolls(_ category: String?, _ make: @escaping (AEReachPoll) throws -> any ContentView)
    throws(RegistrationError)
  {
    guard reach == nil else { throw .started }
    polls[category ?? kAEReachDefaultCategory] = make
  }

  /// Why a controller cannot be registered.
  public enum RegistrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The agent has started.
    case started

    public var description: String { "Controllers must be registered before the agent starts." }
  }

  // MARK: - Modules

  /// `ReachModule`.
  public func name() -> String { kAEReachModuleName }

  /// Called by the agent.
  public func start() {
    guard let martlet = agent?.martlet, reach == nil else { return }
    let reach = Reach(host: host, environment: environment)
    for (category, notifier) in notifiers { register(notifier, category, in: reach) }
    useOwnNibs()
    for category in Set(announcements.keys).union([kAEReachDefaultCategory]) {
      registerAnnouncements(category, in: reach)
    }
    for category in Set(polls.keys).union([kAEReachDefaultCategory]) { registerPolls(category, in: reach) }
    reach.dataPushHandler = dataPushDelegate.map(DataPushBridge.init)
    self.reach = reach
    reach.install(in: martlet)
  }

  /// The default controllers show what nothing of the app's own does, if the app has their nib.
  /// Otherwise, Martlet's do.
  private func useOwnNibs() {
    #if canImport(UIKit) && canImport(ObjectiveC) && !os(tvOS)
    if announcements[kAEReachDefaultCategory] == nil, AEDefaultAnnouncementViewController.ownNib != nil {
      registerAnnouncementController(
        AEDefaultAnnouncementViewController.self, forCategory: kAEReachDefaultCategory)
    }
    if polls[kAEReachDefaultCategory] == nil, AEDefaultPollViewController.ownNib != nil {
      registerPollController(AEDefaultPollViewController.self, forCategory: kAEReachDefaultCategory)
    }
    #endif
  }

  private func registerAnnouncements(_ category: String, in reach: Reach) {
    let make = announcements[category]
    // It has not started, so nothing is thrown.
    try? reach.registerAnnouncements(forCategory: Self.martletCategory(category)) {
      [weak self] item, announcement in
      let martlets = Reach.AnnouncementController(item: item, announcement: announcement.withPageNames)
      return try self?.controller(
        of: AEReachAnnouncement(item: item, announcement: announcement), make, otherwise: martlets)
        ?? martlets
    }
  }

  private func registerPolls(_ category: String, in reach: Reach) {
    let make = polls[category]
    try? reach.registerSurveys(forCategory: Self.martletCategory(category)) { [weak self] item, survey in
      let martlets = Reach.SurveyController(item: item, survey: survey)
      let poll = AEReachPoll(item: item, survey: survey)
      return try self?.controller(of: poll, poll.hasOnlySingleChoices ? make : nil, otherwise: martlets)
        ?? martlets
    }
  }

  /// - Parameter make: nil: Martlet's own controller shows the content.
  private func controller<Content: AEInteractiveContent>(
    of content: Content, _ make: ((Content) throws -> any ContentView)?,
    otherwise martlets: any ContentController
  ) throws -> any ContentController {
    if let unshown = contentShownByApp(content.item) { return unshown }
    guard let make else {
      began(content, .showing)
      return martlets
    }
    return ContentBridge(content, try make(content), of: self)
  }

  /// Stops showing campaigns, and takes what is on the screen away.
  public func stop() { reach?.uninstall() }

  private static func martletCategory(_ category: String) -> String {
    category == kAEReachDefaultCategory ? Reach.defaultCategory : category
  }

  // MARK: - Contents

  /// Ends a content as dropped, and shows the next one.
  public func markContentProcessed(_ content: AEReachContent!) { content?.drop() }

  /// The person tapped the banner of a content.
  public func onNotificationActioned(_ content: AEReachContent!) {
    (content as? AEInteractiveContent)?.actionNotification()
  }

  /// The person closed the view that says that the content loads.
  public func onLoadingViewDismissed() { reach?.stopLoading() }

  /// Whether a status of a delivery was not asked for before. Martlet counts each one once, also
  /// after another launch, without this.
  public func shouldSendFeedback(_ status: String!, forPushId pushId: String!) -> Bool {
    reported.insert([status ?? "", pushId ?? ""]).inserted
  }

  /// What a notifier gets of a delivery.
  func interactiveContent(of item: Reach.Item) -> AEInteractiveContent {
    switch item.content {
    case .announcement(let announcement)?: AEReachAnnouncement(item: item, announcement: announcement)
    case .survey(let survey)?: AEReachPoll(item: item, survey: survey)
    case nil: AEReachNotifAnnouncement(item: item)
    }
  }

  func began(_ content: AEInteractiveContent, _ state: AEReachModuleState) { current = (content, state) }

  /// If the app itself shows what follows the banner: a controller without a view. What the app
  /// reports counts for the content.
  private func contentShownByApp(_ item: Reach.Item) -> ContentBridge? {
    guard let content = current?.content, content.pushId == item.id, content.showsItself else { return nil }
    content.item = item
    return ContentBridge(content, nil, of: self)
  }
}
