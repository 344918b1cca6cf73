// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// Limits for all campaigns.
  public struct Policy: Equatable, Sendable {
    /// The minimum time between two displays of triggered messages. 30 s unless the app sets
    /// another value. Not negative.
    public var minimumInterval: Duration
    /// How long events wait for the response to a sync. After that, the stored definitions decide.
    /// Not negative.
    public var syncPatience: Duration
    /// The limits for banners, content and data.
    public var reach: ReachMachine.Policy
    /// Whether an event for which no campaign has a trigger has the effects `decided` and
    /// `noMatchingTrigger`. A replay of millions of events that nobody listens to does without
    /// them.
    public var reportsUnmatchedEvents: Bool

    public init(
      minimumInterval: Duration = .seconds(30), syncPatience: Duration = .seconds(5),
      reach: ReachMachine.Policy = ReachMachine.Policy(),
      reportsUnmatchedEvents: Bool = true
    ) {
      self.minimumInterval = minimumInterval
      self.syncPatience = syncPatience
      self.reach = reach
      self.reportsUnmatchedEvents = reportsUnmatchedEvents
    }
  }
}
