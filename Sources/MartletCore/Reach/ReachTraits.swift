// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the engine needs to know of a campaign with a banner, content or data. Such a campaign has
/// no message.
public struct ReachTraits: Hashable, Sendable {
  /// The surfaces on the device: banner and content, one of both, or data.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// A banner that opens nothing but its URL.
    case bannerOnly = "banner"
    /// A banner that opens an announcement or a survey.
    case bannerAndContent = "banner_and_content"
    /// An announcement or a survey that opens by itself.
    case contentOnly = "content"
    case data
  }

  /// When a campaign can be shown. The raw value is its name in the protocol.
  public enum Delivery: String, Hashable, Sendable, CaseIterable {
    /// Inside the app, and by a notification of the system.
    case any
    /// Only inside the app.
    case inApp = "in_app"
    /// Only by a notification of the system. Inside the app, only its content opens, after a tap on
    /// the notification.
    case outOfApp = "out_of_app"
  }

  public var form: Form
  public var delivery: Delivery
  /// The screens on which the banner, or content without one, can appear. Empty: all.
  public var screens: [String]
  /// True if the minimum interval and the caps for all campaigns apply to it as to messages.
  public var isPaced: Bool

  public init(form: Form, delivery: Delivery = .any, screens: [String] = [], isPaced: Bool = false) {
    self.form = form
    self.delivery = delivery
    self.screens = screens
    self.isPaced = isPaced
  }

  public var hasBanner: Bool { form == .bannerOnly || form == .bannerAndContent }
  public var hasContent: Bool { form == .contentOnly || form == .bannerAndContent }
}
