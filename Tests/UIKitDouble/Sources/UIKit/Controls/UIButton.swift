// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A control with a title or an image.
open class UIButton: UIControl {
  open override var canBecomeFocused: Bool { isEnabled }
  public enum ButtonType: Int, Sendable {
    case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, close = 7
  }

  public typealias ConfigurationUpdateHandler = (UIButton) -> Void

  open private(set) var buttonType = ButtonType.custom
  open var configuration: UIButton.Configuration? { didSet { setNeedsUpdateConfiguration() } }
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }
  open var automaticallyUpdatesConfiguration = true
  open private(set) lazy var titleLabel: UILabel? = part(UILabel())
  open private(set) lazy var imageView: UIImageView? = part(UIImageView())
  private var titles: [UIControl.State: String] = [:]
  private var titleColors: [UIControl.State: UIColor] = [:]
  private var images: [UIControl.State: UIImage] = [:]

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isAccessibilityElement = true
    accessibilityTraits = .button
  }

  public convenience init(type buttonType: ButtonType) {
    self.init(frame: .zero)
    self.buttonType = buttonType
  }

  public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero, primaryAction: primaryAction)
    self.buttonType = buttonType
    if let primaryAction {
      setTitle(primaryAction.title, for: .normal)
      setImage(primaryAction.image, for: .normal)
    }
  }

  public convenience init(configuration: UIButton.Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
    self.configuration = configuration
    if let primaryAction, configuration.title == nil, !primaryAction.title.isEmpty {
      self.configuration?.title = primaryAction.title
    }
  }

  public required init?(coder: NSCoder) { nil }

  private func part<View: UIView>(_ view: View) -> View {
    view.isUserInteractionEnabled = false
    view.isAccessibilityElement = false
    addSubview(view)
    return view
  }

  open func setTitle(_ title: String?, for state: UIControl.State) {
    titles[state] = title
    setNeedsLayout()
  }
  open func title(for state: UIControl.State) -> String? { titles[state] ?? titles[.normal] }
  open func setTitleColor(_ color: UIColor?, for state: UIControl.State) { titleColors[state] = color }
  open func titleColor(for state: UIControl.State) -> UIColor? { titleColors[state] ?? titleColors[.normal] }
  open func setImage(_ image: UIImage?, for state: UIControl.State) {
    images[state] = image
    setNeedsLayout()
  }
  open func image(for state: UIControl.State) -> UIImage? { images[state] ?? images[.normal] }
  open var currentTitle: String? { configuration?.title ?? title(for: state) }
  open var currentImage: UIImage? { configuration?.image ?? image(for: state) }

  open override var accessibilityLabel: String? {
    get { super.accessibilityLabel ?? currentTitle }
    set { super.accessibilityLabel = newValue }
  }

  open func setNeedsUpdateConfiguration() { setNeedsLayout() }
  open func updateConfiguration() { configurationUpdateHandler?(self) }
  override func touchedInside() { sendActions(for: .primaryActionTriggered) }

  private var insets: NSDirectionalEdgeInsets { configuration?.contentInsets ?? .zero }
  private var titleSetting: TextSetting? {
    currentTitle.map { TextSetting(text: $0, font: titleLabel?.font ?? UIFont.systemFont(ofSize: 17)) }
  }

  open override var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude))
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let text =
      titleSetting.map { setting in CGSize(width: setting.width(setting.text), height: setting.lineHeight) }
      ?? .zero
    let image = currentImage?.size ?? .zero
    let gap = text.width > 0 && image.width > 0 ? configuration?.imagePadding ?? 0 : 0
    return CGSize(
      width: text.width + gap + image.width + insets.leading + insets.trailing,
      height: max(text.height, image.height) + insets.top + insets.bottom)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if configuration != nil, automaticallyUpdatesConfiguration { updateConfiguration() }
    if let title = currentTitle, let label = titleLabel {
      label.text = title
      label.textColor = configuration?.baseForegroundColor ?? titleColor(for: state) ?? tintColor
      let size = label.sizeThatFits(bounds.size)
      label.frame = CGRect(
        x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2, width: size.width,
        height: size.height)
    }
    if let image = currentImage, let view = imageView {
      view.image = image
      view.frame = CGRect(
        x: (bounds.width - image.size.width) / 2, y: (bounds.height - image.size.height) / 2,
        width: image.size.width,
        height: image.size.height)
    }
  }
}
