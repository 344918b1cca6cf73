// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
extension AEReachModule {
  /// Registers what shows the announcements of a category, before the agent starts.
  ///
  /// - Parameter make: creates a controller for each announcement. It ends with `actionContent` or
  ///   `exitContent` of the announcement. If it is nil, the announcement is dropped. A controller
  ///   that leaves the screen without a word counts as closed after 2 seconds.
  /// - Throws: `RegistrationError.started` after the agent has started.
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  public func registerAnnouncementController(
    forCategory category: String!, _ make: @escaping @MainActor (AEReachAnnouncement) -> UIViewController?
  ) throws {
    let environment = environment
    try registerAnnouncements(category) { content in
      guard let controller = make(content) else { throw NoController() }
      return ControllerView(controller, content, environment)
    }
  }

  /// Registers what shows the surveys of a category, before the agent starts. As for announcements.
  ///
  /// Surveys with several choices, ratings, texts or conditions are shown by Martlet's own
  /// controller.
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  public func registerPollController(
    forCategory category: String!, _ make: @escaping @MainActor (AEReachPoll) -> UIViewController?
  ) throws {
    let environment = environment
    try registerPolls(category) { content in
      guard let controller = make(content) else { throw NoController() }
      return ControllerView(controller, content, environment)
    }
  }

  /// Registers a class of controllers for the announcements of a category, before the agent starts.
  /// Later calls are ignored, and the log says so.
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  public func registerAnnouncementController(
    _ controller: AEAnnouncementViewController.Type, forCategory category: String!
  ) {
    logLate {
      try registerAnnouncementController(forCategory: category) { controller.init(announcement: $0) }
    }
  }

  /// Registers a class of controllers for the surveys of a category, before the agent starts. Later
  /// calls are ignored, and the log says so.
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  public func registerPollController(_ controller: AEPollViewController.Type, forCategory category: String!) {
    logLate { try registerPollController(forCategory: category) { controller.init(poll: $0) } }
  }

  private func logLate(_ register: () throws -> Void) {
    do { try register() } catch { agent?.log("A controller is not registered. \(error)") }
  }
}

private struct NoController: Error, CustomStringConvertible {
  var description: String { "There is no controller for it." }
}
#endif
