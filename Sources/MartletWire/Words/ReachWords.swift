// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Surface {
  /// The name in the middle of a sentence.
  public var words: String {
    switch self {
    case .message: "message"
    case .banner: "banner"
    case .content: "content"
    case .data: "data"
    case .push: "push"
    }
  }
}

extension ReachStatistic {
  /// `banner displayed`, `content dismissed (user)`
  public var words: String {
    let surface = surface.map { $0.words + " " } ?? ""
    if case .dismissed(let departure) = step {
      return "\(surface)dismissed (\(departure.rawValue.replacing("_", with: " ")))"
    }
    return surface + step.name
  }
}

extension ReachMachine.Input {
  /// What happened, for replays.
  public var words: String {
    switch self {
    case .received(let item): "\(item.campaign) is delivered"
    case .opened(let item): "the person taps the push of \(item.campaign)"
    case .answered(let id, _, let answer): "the notifier’s answer about \(id): \(answer.rawValue)"
    case .bannerAppeared(let id): "the banner of \(id) is on the screen"
    case .bannerTapped(let id): "the person taps the banner of \(id)"
    case .bannerClosed(let id): "the person closes the banner of \(id)"
    case .loaded(let id): "the content of \(id) has arrived"
    case .loadFailed(let id): "the content of \(id) could not be loaded"
    case .contentMissing(let id): "the content of \(id) needs something that is not on the device"
    case .contentAppeared(let id): "the content of \(id) is on the screen"
    case .contentActed(let id, let answers):
      answers.isEmpty ? "the person acts on \(id)" : "the person submits \(id)"
    case .contentExited(let id): "the person closes the content of \(id)"
    case .vanished(let id): "the view of \(id) has disappeared"
    case .gone(let id): "the server no longer has the campaign of \(id)"
    case .failed(let id, let reason): "\(id) cannot be shown: \(reason.rawValue.replacing("_", with: " "))"
    case .dataAnswered(let id, let answer): "the app’s answer about \(id): \(answer.rawValue)"
    case .watchEnded: "a banner or content had enough time to appear"
    case .screenChanged(let screen):
      screen.map { "the app shows the screen \($0)" } ?? "the app shows no named screen"
    case .phase(let isActive): isActive ? "the app is active" : "the app is in the background"
    case .ready(let isReady): isReady ? "banners can be shown" : "banners can no longer be shown"
    case .windowChanged(let isThere): isThere ? "the app has a window" : "the app has no window"
    }
  }
}

extension ReachMachine.Effect {
  /// What the client does, for replays. nil: it only prepares something else.
  public var words: String? {
    switch self {
    case .offer(let item, _, let isRepeat):
      "\(item.campaign): the banner is offered\(isRepeat ? " again" : "")"
    case .removeBanner(let id): "the banner of \(id) is taken away"
    case .load(let item): "\(item.campaign): its content is loaded"
    case .showLoading(let item): "\(item.campaign): the person waits for its content"
    case .open(let item): "\(item.campaign): its content opens"
    case .closeContent(let id): "the content of \(id) is closed"
    case .follow(let item): "\(item.campaign): the URL of its banner opens"
    case .passOn(let item): "\(item.campaign): its data is passed to the app"
    case .record(let statistic): "\(statistic.item.campaign): \(statistic.words)"
    case .expose(let item): "\(item.campaign): would be shown now, and is compared"
    case .ended(let item, let outcome):
      "\(item.campaign): \(outcome.wireKind.rawValue)\(outcome.wireReason.map { " " + $0 } ?? "")"
    case .spend(let item): "\(item.campaign): it counts for the campaign’s limits"
    case .dismissMessage: "the message makes room"
    case .watch: nil
    }
  }
}

extension ReachWait {
  /// Why an item is not on the screen, as a sentence without a full stop.
  ///
  /// - Parameter name: the name of another item for its id.
  public func words(name: (String) -> String = { $0 }) -> String {
    switch self {
    case .none: "it is on the screen, or about to be"
    case .outOfApp: "it is only shown outside the app, until its notification is tapped"
    case .loading: "its content is loading"
    case .answer: "the app has not answered about the data yet"
    case .notReady: "the app does not show banners yet"
    case .inBackground: "the app is in the background"
    case .noWindow: "the app has no window"
    case .otherItem(let id): "\(name(id)) has the screen"
    case .message: "a message has the screen"
    case .screen(let screen?): "it is not for the screen \(screen)"
    case .screen(nil): "it is only for certain screens, and the app has not named its screen"
    case .postponed: "the app’s notifier does not want to show it now"
    case .held: "its quiet hours last, or the minimum interval is not over"
    case .turn(let id): "\(name(id)) is first"
    }
  }
}
