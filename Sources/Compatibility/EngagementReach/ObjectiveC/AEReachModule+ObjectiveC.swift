// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC) && canImport(UIKit)
public import UIKit

/// What the Objective-C classes that apps extend are registered with.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
extension AEReachModule {
  /// Registers a notifier of Objective-C.
  ///
  /// - Parameters:
  ///   - handle: its answer as a number, or the reason of the exception that it raised as a string.
  ///   - isShowing: whether its view is in a window. nil if only the notifier knows.
  @objc(addNotifierForCategory:handle:clear:isShowing:)
  public func addNotifier(
    forCategory category: String?, handle: @escaping @MainActor (AEInteractiveContent) -> Any,
    clear: @escaping @MainActor (String) -> Void,
    isShowing: (@MainActor (AEInteractiveContent) -> Bool)?
  ) {
    registerNotifier(
      RelayedNotifier(handle: handle, clear: clear, isShowing: isShowing), forCategory: category)
  }

  /// Registers a controller of announcements. Returns false after the agent has started.
  @objc(addAnnouncementController:forCategory:)
  public func addAnnouncementController(
    _ make: @escaping @MainActor (AEReachAnnouncement) -> UIViewController?, forCategory category: String?
  ) -> Bool {
    (try? registerAnnouncementController(forCategory: category, make)) != nil
  }

  /// Registers a controller of surveys. Returns false after the agent has started.
  @objc(addPollController:forCategory:)
  public func addPollController(
    _ make: @escaping @MainActor (AEReachPoll) -> UIViewController?, forCategory category: String?
  ) -> Bool {
    (try? registerPollController(forCategory: category, make)) != nil
  }
}

extension AEReachModule {
  /// The message handler of pages.
  @objc public static var pageHandler: String { PageNames.handler }
  /// Gives a page the object with which it acts.
  @objc public static var pageScript: String { PageNames.script }
}

@MainActor
private final class RelayedNotifier: SeesItsView {
  private let handle: @MainActor (AEInteractiveContent) -> Any
  private let clear: @MainActor (String) -> Void
  private let seesView: (@MainActor (AEInteractiveContent) -> Bool)?

  /// It raised an exception.
  struct Raised: Error, CustomStringConvertible {
    let reason: String
    var description: String { "It raised an exception: \(reason)" }
  }

  init(
    handle: @escaping @MainActor (AEInteractiveContent) -> Any, clear: @escaping @MainActor (String) -> Void,
    isShowing: (@MainActor (AEInteractiveContent) -> Bool)?
  ) {
    (self.handle, self.clear, seesView) = (handle, clear, isShowing)
  }

  func handleNotification(_ content: AEInteractiveContent!) throws -> Bool {
    let answer = handle(content)
    if let reason = answer as? String { throw Raised(reason: reason) }
    return (answer as? NSNumber)?.boolValue ?? false
  }

  func clearNotification(_ category: String!) { clear(category) }

  func isShowing(_ content: AEInteractiveContent) -> Bool { seesView?(content) ?? true }
}
#endif
