// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why an item is not on the screen. The first reason that applies.
public enum ReachWait: Hashable, Sendable {
  /// It is on the screen, or about to be.
  case none
  /// Only a tap on its push shows it.
  case outOfApp
  /// Its banner and content are being loaded.
  case loading
  /// The app has not answered about this data.
  case answer
  /// Nothing in the app shows such items yet.
  case notReady
  case inBackground
  /// The app has no window to show something in.
  case noWindow
  /// Another item has the screen.
  case otherItem(id: String)
  /// A message has the screen.
  case message
  /// It appears on other screens than this one.
  case screen(String?)
  /// Its notifier did not want to show it now.
  case postponed
  /// Its turn came in its quiet hours, or too soon after a message.
  case held
  /// It was received later than this one.
  case turn(after: String)
}

extension ReachMachine {
  /// Why the item with this id is not on the screen. nil: there is no such item.
  public func wait(of id: String) -> ReachWait? {
    guard let entry = entries[id] else { return nil }
    let traits = entry.item.traits
    switch entry.stage {
    case .current: return ReachWait.none
    case .preloading: return .loading
    case .passedOn: return .answer
    case .waiting, .postponed, .held: break
    }
    if traits.delivery == .outOfApp, !entry.isOpened, traits.form != .data { return .outOfApp }
    guard isReady else { return .notReady }
    guard isActive else { return .inBackground }
    guard hasWindow else { return .noWindow }
    if let current { return .otherItem(id: current.id) }
    if isMessageDue { return .message }
    if !traits.screens.isEmpty, !entry.isOpened, screen.map(traits.screens.contains) != true {
      return .screen(screen)
    }
    if entry.stage == .postponed { return .postponed }
    if entry.stage == .held { return .held }
    return nextHere.map { .turn(after: $0) } ?? ReachWait.none
  }
}
