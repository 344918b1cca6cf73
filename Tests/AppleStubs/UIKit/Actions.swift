// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Actions, key commands and buttons.
import UIKit

// page: uikit/uiaction
extension UIAction {
  @MainActor public convenience init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
    discoverabilityTitle: String? = nil,
    attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off,
    handler: @escaping UIActionHandler
  ) { fatalError() }
}

// page: uikit/uikeycommand
extension UIKeyCommand {
  @MainActor public convenience init(
    title: String = "", image: UIImage? = nil, action: Selector, input: String,
    modifierFlags: UIKeyModifierFlags = [],
    propertyList: Any? = nil, discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off
  ) { fatalError() }
}

// page: uikit/uibutton
extension UIButton {
  public typealias ConfigurationUpdateHandler = (UIButton) -> Void
  @MainActor public convenience init(type: UIButton.ButtonType = .system, primaryAction: UIAction?) {
    fatalError()
  }
  @MainActor public convenience init(configuration: UIButton.Configuration, primaryAction: UIAction? = nil) {
    fatalError()
  }
  @MainActor public var configuration: UIButton.Configuration? {
    get { nil }
    set {}
  }
  @MainActor public var configurationUpdateHandler: ConfigurationUpdateHandler? {
    get { nil }
    set {}
  }
}

// page: uikit/uibutton/configuration-swift.struct
extension UIButton {
  @MainActor
  public struct Configuration {
    public enum CornerStyle: Int { case fixed, dynamic, small, medium, large, capsule }
    public enum Size: Int { case mini, small, medium, large }
    public enum TitleAlignment: Int { case automatic, leading, center, trailing }
    public static func plain() -> UIButton.Configuration { fatalError() }
    public static func tinted() -> UIButton.Configuration { fatalError() }
    public static func gray() -> UIButton.Configuration { fatalError() }
    public static func filled() -> UIButton.Configuration { fatalError() }
    public static func borderless() -> UIButton.Configuration { fatalError() }
    public static func bordered() -> UIButton.Configuration { fatalError() }
    public static func borderedTinted() -> UIButton.Configuration { fatalError() }
    public static func borderedProminent() -> UIButton.Configuration { fatalError() }
    public var background: UIBackgroundConfiguration
    public var cornerStyle: CornerStyle
    public var buttonSize: Size
    public var baseForegroundColor: UIColor?
    public var baseBackgroundColor: UIColor?
    public var image: UIImage?
    public var imageColorTransformer: UIConfigurationColorTransformer?
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    public var showsActivityIndicator: Bool
    public var title: String?
    public var attributedTitle: AttributedString?
    public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    public var titleLineBreakMode: NSLineBreakMode
    public var subtitle: String?
    public var contentInsets: NSDirectionalEdgeInsets
    public mutating func setDefaultContentInsets() {}
    public var imagePadding: CGFloat
    public var titlePadding: CGFloat
    public var titleAlignment: TitleAlignment
    public var automaticallyUpdateForSelection: Bool
    public func updated(for button: UIButton) -> UIButton.Configuration { self }
  }
}
// page: uikit/uibackgroundconfiguration
@MainActor
public struct UIBackgroundConfiguration {
  public static func clear() -> UIBackgroundConfiguration { fatalError() }
  public var cornerRadius: CGFloat
  public var backgroundInsets: NSDirectionalEdgeInsets
  public var backgroundColor: UIColor?
  public var strokeColor: UIColor?
  public var strokeWidth: CGFloat
}
// page: uikit/uiconfigurationcolortransformer-swift.struct
public struct UIConfigurationColorTransformer {
  public init(_ transform: @escaping @Sendable (UIColor) -> UIColor) {}
}
// page: uikit/uiconfigurationtextattributestransformer-swift.struct
public struct UIConfigurationTextAttributesTransformer {
  public init(_ transform: @escaping @Sendable (AttributeContainer) -> AttributeContainer) {}
}
