// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension ReachMachine {
  /// What happened.
  public enum Input: Hashable, Sendable {
    /// An item arrived.
    case received(ReachItem)
    /// The person tapped the push of an item, which may have arrived before.
    case opened(ReachItem)
    /// The answer of a notifier to an offer. Answers to an earlier offer are ignored.
    case answered(id: String, attempt: Int, NotifierAnswer)
    /// The banner is in a window.
    case bannerAppeared(id: String)
    /// The person tapped the banner.
    case bannerTapped(id: String)
    /// The person closed the banner.
    case bannerClosed(id: String)
    /// The content arrived, or could not be loaded.
    case loaded(id: String), loadFailed(id: String)
    /// The item's turn came, and something that it needs is not on the device: it is loaded now.
    case contentMissing(id: String)
    /// The content is in a window.
    case contentAppeared(id: String)
    /// The person used the content's action, or submitted the survey.
    case contentActed(id: String, SurveyAnswers)
    case contentExited(id: String)
    /// The view of the banner or content disappeared without a word.
    case vanished(id: String)
    /// The server has its campaign no longer, or not for this person.
    case gone(id: String)
    /// It cannot be shown.
    case failed(id: String, Outcome.DropReason)
    /// The app's answer to data.
    case dataAnswered(id: String, DataAnswer)
    /// The time of the watch with this attempt is over.
    case watchEnded(attempt: Int)
    case screenChanged(String?)
    case phase(isActive: Bool)
    /// Whether there is somebody who shows items, and the app is ready for them.
    case ready(Bool)
    /// Whether the app has a window to show something in. Until the first report, it has.
    case windowChanged(isThere: Bool)
  }

  /// What a notifier wants to do with an item.
  public enum NotifierAnswer: String, Hashable, Sendable, CaseIterable {
    /// It shows the banner now.
    case show
    /// It does not want to show it now. It is asked again at the next occasion, and nothing counts.
    case postpone
    /// It cannot show it. The item ends.
    case drop
  }

  /// What an app did with data.
  public enum DataAnswer: String, Hashable, Sendable, CaseIterable {
    /// It used the data.
    case accepted
    /// It did not want the data.
    case refused
    /// Nobody in the app takes such data.
    case nobody
  }

  /// What the caller has to do.
  public enum Effect: Hashable, Sendable {
    /// Ask the notifier. `isRepeat`: its banner was visible before, so that it appears without an
    /// animation.
    case offer(ReachItem, attempt: Int, isRepeat: Bool)
    /// Take the banner away. Report nothing back.
    case removeBanner(id: String)
    /// Fetch the banner and content.
    case load(ReachItem)
    /// The person waits for the content.
    case showLoading(ReachItem)
    /// Show the content.
    case open(ReachItem)
    /// Take the content, or what is shown while it loads, away. Report nothing back.
    case closeContent(id: String)
    /// The banner without content was tapped: open its URL.
    case follow(ReachItem)
    /// Pass the data to the app.
    case passOn(ReachItem)
    /// Count this.
    case record(ReachStatistic)
    /// Write to the journal that the item would be shown now, and that its campaign has an
    /// experiment. It is offered, loaded or opened next, or ends as `withheld`. There is at most
    /// one for each item.
    case expose(ReachItem)
    /// It ended.
    case ended(ReachItem, Outcome)
    /// The item that has just ended had its turn, although nobody saw it: it counts for the limits
    /// of its own campaign.
    case spend(ReachItem)
    /// The visible message makes room for the content of a tapped push.
    case dismissMessage
    /// Report `watchEnded` after this time, instead of the last watch.
    case watch(attempt: Int, Duration)

    /// The item that it is about, if it names it.
    public var item: ReachItem? {
      switch self {
      case .offer(let item, _, _), .load(let item), .showLoading(let item), .open(let item),
        .follow(let item), .passOn(let item),
        .expose(let item), .ended(let item, _), .spend(let item):
        item
      case .record(let statistic): statistic.item
      case .removeBanner, .closeContent, .dismissMessage, .watch: nil
      }
    }
  }
}

extension ReachMachine.Input {
  /// Whether items that were postponed are tried again.
  var isOccasion: Bool {
    switch self {
    case .received, .opened, .bannerClosed, .bannerTapped, .contentActed, .contentExited, .screenChanged,
      .ready, .gone, .failed:
      true
    case .phase(let isActive): isActive
    case .windowChanged(let isThere): isThere
    case .answered, .bannerAppeared, .loaded, .loadFailed, .contentMissing, .contentAppeared, .vanished,
      .dataAnswered, .watchEnded:
      false
    }
  }
}
