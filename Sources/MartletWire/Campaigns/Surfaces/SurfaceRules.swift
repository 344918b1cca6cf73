// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// Where and to whom in the app a campaign's banner, content or data goes. On the wire, these are
  /// fields of the campaign itself.
  public struct SurfaceRules: Equatable, Sendable {
    /// The category of the app's own notifier, controller or data handler. nil: the default ones.
    public var category: String?
    public var delivery: Open<ReachTraits.Delivery>
    /// The screens on which the banner, or content without one, can appear. Empty: all.
    public var screens: [String]
    /// Whether the minimum interval and the caps for all campaigns apply to it.
    public var isPaced: Bool

    public init(
      category: String? = nil, delivery: Open<ReachTraits.Delivery> = .known(.any), screens: [String] = [],
      isPaced: Bool = false
    ) {
      self.category = category
      self.delivery = delivery
      self.screens = screens
      self.isPaced = isPaced
    }
  }
}

extension Wire.SurfaceRules: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: nil,
    .field(
      "category", \.category,
      "The category of the app's own notifier, controller or data handler. Absent: the default ones.",
      .optional,
      .text(Wire.Limits.categoryLength)),
    .field("delivery", \.delivery, "Whether it reaches people inside the app, outside, or both."),
    .field(
      "screens", \.screens,
      "The screens on which the banner, or content without one, can appear. Empty: all.", .optional,
      .most(Wire.Limits.screens)),
    .field(
      "paced", \.isPaced,
      "Whether the minimum interval and the caps for all campaigns apply to it, as they do to messages."))

  /// The names of all fields of the rules.
  public static let fields: Set<String> = Set(shape.table.allRows.map(\.name.description))
}
