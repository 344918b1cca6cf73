// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet.Notifications {
  /// The buttons of a kind of notification. A notification names its category in `aps.category`.
  public struct Category: Hashable, Sendable {
    /// Unique in the app. A category of the app with the same identifier is replaced.
    public var identifier: String
    /// The buttons, in their order.
    public var actions: [Action]
    /// Default: none.
    public var options: Options

    public init(identifier: String, actions: [Action], options: Options = []) {
      self.identifier = identifier
      self.actions = actions
      self.options = options
    }

    /// What the system does with notifications of a category. Raw values are Apple's.
    public struct Options: OptionSet, Hashable, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// The app also learns that a notification was dismissed.
      public static let customDismissAction = Self(rawValue: 1)
      /// Notifications can be shown in CarPlay.
      public static let allowInCarPlay = Self(rawValue: 2)
    }
  }

  /// A button of a notification. What it opens is in the payload, by its identifier.
  public struct Action: Hashable, Sendable {
    /// Unique in its category.
    public var identifier: String
    /// The label, in the person's language.
    public var title: String
    /// Default: `foreground`, because only an app in the foreground can open a URL.
    public var options: Options

    public init(identifier: String, title: String, options: Options = .foreground) {
      self.identifier = identifier
      self.title = title
      self.options = options
    }

    /// How a button behaves. Raw values are Apple's.
    public struct Options: OptionSet, Hashable, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// The device must be unlocked.
      public static let authenticationRequired = Self(rawValue: 1)
      /// The label warns.
      public static let destructive = Self(rawValue: 2)
      /// The app comes to the foreground.
      public static let foreground = Self(rawValue: 4)
    }
  }
}
