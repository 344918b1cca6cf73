// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletKit

extension Reach {
  /// A delivery of a campaign on the way to a person: what it shows, and how to report what the
  /// person does.
  ///
  /// Each report counts once. Reports after the end, or about something that is not on the screen,
  /// change nothing.
  @MainActor
  public final class Item {
    /// Unique for each delivery.
    public nonisolated let id: String
    /// The id of the campaign on the server.
    public nonisolated let campaignID: String
    /// nil: none.
    public nonisolated let category: String?
    /// nil if the campaign opens without a banner.
    public nonisolated let banner: Banner?
    /// nil if a tap on the banner opens nothing but its URL.
    public nonisolated let content: Content?
    /// True if an author sent it to a test device. It behaves like any other, but nothing is
    /// counted.
    public nonisolated let isTest: Bool
    /// True if the person tapped its push, which opened the content without a banner.
    public nonisolated let isOpenedByPush: Bool
    /// True if its banner was visible before, on another screen. It then appears without an
    /// animation.
    public internal(set) var isRepeat = false
    /// True when it has ended, or waits again. Reports change nothing any more.
    public internal(set) var isOver = false

    /// Where the views of the SDK are drawn.
    let screen: ReachScreen
    /// The files on the device of the banner's picture and of the page. They are there until the
    /// item ends.
    public nonisolated let localAssets: Martlet.LocalAssets
    private(set) weak var martlet: Martlet?

    init(
      _ item: ReachItem, banner: Banner? = nil, content: Content? = nil, category: String? = nil,
      isOpenedByPush: Bool = false, localAssets: Martlet.LocalAssets = .init(),
      on screen: ReachScreen, of martlet: Martlet
    ) {
      (id, campaignID, self.category, isTest) = (item.id, item.campaign.rawValue, category, item.isTest)
      self.isOpenedByPush = isOpenedByPush
      (self.banner, self.content, self.localAssets, self.screen, self.martlet) = (
        banner, content, localAssets, screen, martlet
      )
    }

    // MARK: The banner

    /// The banner is visible. A notifier that does not report this within 5 seconds loses its turn.
    public func bannerAppeared() { report(.bannerAppeared(id: id)) }

    /// The person tapped the banner: the content opens, or the URL.
    public func tapBanner() { report(.bannerTapped(id: id)) }

    /// The person closed the banner.
    public func closeBanner() { report(.bannerClosed(id: id)) }

    // MARK: The content

    /// The content is visible. A controller that does not report this within 5 seconds loses its
    /// turn.
    public func contentAppeared() { report(.contentAppeared(id: id)) }

    /// The person used the announcement's action. Its URL opens.
    public func act() {
      guard !isOver else { return }
      if case .announcement(let announcement)? = content {
        martlet?.follow(announcement.clickAction, extras: announcement.extras)
      }
      countAction()
    }

    /// The person used the action, and what it opens is already open.
    func countAction() { report(.contentActed(id: id, [:])) }

    /// The person submitted the survey. The answers of a `SurveyFlow` are those to the questions
    /// that were asked.
    public func submit(_ answers: SurveyAnswers) { report(.contentActed(id: id, answers)) }

    /// The person closed the content.
    public func exit() { report(.contentExited(id: id)) }

    /// The view of the banner or the content disappeared, and nobody said why.
    public func vanish() { report(.vanished(id: id)) }

    /// It cannot be shown.
    public func drop() { report(.failed(id: id, .byApp)) }

    /// The SDK's own view of it cannot be shown.
    func fail() { report(.failed(id: id, .contentFailed)) }

    private func report(_ input: ReachMachine.Input) {
      if !isOver { martlet?.handle(reach: input) }
    }
  }

  /// The answers of a survey, by the id of the question.
  public typealias SurveyAnswers = [String: SurveyAnswer]
  /// The answer to a question: the ids of choices, a number, or a text.
  public typealias SurveyAnswer = MartletCore.SurveyAnswer
}
