// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A finger on a card that can be swiped away. Decides how far the card follows, and how it ends.
///
/// A host passes on what the finger does, and moves the card by `offset`.
/// `SceneLayout.startsSwipe(x:y:)` says where a finger may start. The numbers are those of the
/// browser's `scene.js`.
public struct SwipeGesture: Hashable, Sendable {
  /// How a gesture ended.
  public enum Verdict: Hashable, Sendable, CaseIterable {
    /// The finger hardly moved. It pressed what it touched. The card is in its place.
    case tap
    /// The card leaves from where it is. Report `SceneEvent.swipedAway`.
    case swipedAway
    /// The card moves back to its place, in `returnMilliseconds(of:)`. Nothing was pressed.
    case returns
  }

  /// A way of more points toward the edge dismisses the card, however slow it was.
  public static let distance: Double = 48
  /// A flick of more points toward the edge dismisses it too.
  public static let flickDistance: Double = 12
  /// The speed that a flick exceeds, in points per millisecond.
  public static let flickSpeed: Double = 0.5
  /// A way of up to this many points is a tap with an unsteady finger.
  public static let tapDistance: Double = 8
  /// The part of the way that the card follows away from its edge.
  public static let resistance: Double = 1.0 / 6

  /// The edge toward which the card leaves.
  public let edge: MessageScene.Edge
  /// How far the card is below its place, in points. Negative above it.
  public private(set) var offset: Double = 0
  private var start: Double?

  /// - Parameter edge: `MessageScene.swipe`.
  public init(edge: MessageScene.Edge) { self.edge = edge }

  /// The duration of the way back in milliseconds, which begins fast and ends slowly. 0 for a scene
  /// that does not slide, as with Reduce Motion.
  public static func returnMilliseconds(of scene: MessageScene) -> Int {
    scene.leave.style == .fade ? 0 : 160
  }

  /// A finger touched the card.
  /// - Parameter milliseconds: on any clock that runs evenly. The others are on the same clock.
  public mutating func began(at milliseconds: Double) {
    start = milliseconds
    offset = 0
  }

  /// The finger moved.
  /// - Parameter translation: how far it is below the point that it touched first, in points.
  public mutating func moved(to translation: Double) {
    guard start != nil, translation.isFinite else { return }
    offset = way(translation) > 0 ? translation : translation * Self.resistance
  }

  /// The finger left the card.
  /// - Parameters:
  ///   - translation: as in `moved(to:)`.
  ///   - velocity: the velocity in the end, downwards, in points per millisecond. If nil, the
  ///     average since the finger touched the card.
  public mutating func ended(at milliseconds: Double, translation: Double, velocity: Double? = nil) -> Verdict
  {
    guard let start, translation.isFinite else { return cancelled() }
    moved(to: translation)
    self.start = nil
    let way = way(translation)
    let speed = velocity.map(self.way) ?? way / max(1, milliseconds - start)
    if way > Self.distance || (way > Self.flickDistance && speed > Self.flickSpeed) { return .swipedAway }
    offset = 0
    return abs(way) <= Self.tapDistance ? .tap : .returns
  }

  /// The system took the finger away, for example because an alert appeared. Nothing was pressed.
  @discardableResult public mutating func cancelled() -> Verdict {
    start = nil
    offset = 0
    return .returns
  }

  /// The way toward the edge.
  private func way(_ translation: Double) -> Double { edge == .top ? -translation : translation }
}
