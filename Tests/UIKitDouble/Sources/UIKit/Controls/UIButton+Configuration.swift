// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension UIButton {
  /// What a button shows, as a value.
  @MainActor public struct Configuration {
    public enum CornerStyle: Int, Sendable { case fixed = -1, dynamic, small, medium, large, capsule }
    public enum TitleAlignment: Int, Sendable { case automatic, leading, center, trailing }

    public var title: String?
    public var attributedTitle: AttributedString? {
      didSet { title = attributedTitle.map { String($0.characters) } }
    }
    public var subtitle: String?
    public var image: UIImage?
    public var imagePlacement = NSDirectionalRectEdge.leading
    public var imagePadding: CGFloat = 0
    public var titlePadding: CGFloat = 1
    public var titleAlignment = TitleAlignment.automatic
    public var contentInsets: NSDirectionalEdgeInsets
    public var cornerStyle = CornerStyle.dynamic
    public var baseForegroundColor: UIColor?
    public var baseBackgroundColor: UIColor?
    public var background = UIBackgroundConfiguration()
    public var showsActivityIndicator = false
    package let name: String

    private init(_ name: String) {
      self.name = name
      contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    }

    public static func plain() -> UIButton.Configuration { Configuration("plain") }
    public static func gray() -> UIButton.Configuration { Configuration("gray") }
    public static func tinted() -> UIButton.Configuration { Configuration("tinted") }
    public static func filled() -> UIButton.Configuration { Configuration("filled") }
    public static func borderless() -> UIButton.Configuration { Configuration("borderless") }
  }
}

@MainActor public struct UIBackgroundConfiguration {
  public var cornerRadius: CGFloat = 0
  public var backgroundColor: UIColor?
  public var strokeColor: UIColor?
  public var strokeWidth: CGFloat = 0

  init() {}
  public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}

public struct NSDirectionalRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let top = NSDirectionalRectEdge(rawValue: 1 << 0)
  public static let leading = NSDirectionalRectEdge(rawValue: 1 << 1)
  public static let bottom = NSDirectionalRectEdge(rawValue: 1 << 2)
  public static let trailing = NSDirectionalRectEdge(rawValue: 1 << 3)
}
