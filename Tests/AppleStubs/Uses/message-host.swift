// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios tvos visionos
import UIKit

/// Shows a card over the app, as a message host does.
@MainActor
final class OverlayWindow: UIWindow {
  private let card: CardController
  private weak var keyWindowBefore: UIWindow?

  init?(in scene: UIScene) {
    guard let scene = scene as? UIWindowScene, scene.session.role == .windowApplication,
      scene.activationState == .foregroundActive
    else {
      return nil
    }
    card = CardController(nibName: nil, bundle: nil)
    keyWindowBefore = scene.keyWindow
    super.init(windowScene: scene)
    windowLevel = .normal + 1
    rootViewController = card
    isHidden = false
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override var canBecomeKey: Bool { false }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === card.viewIfLoaded ? nil : hit
  }

  func end() {
    isHidden = true
    rootViewController = nil
    windowScene = nil
    keyWindowBefore?.makeKey()
  }
}

extension UIWindow.Level {
  static func + (level: UIWindow.Level, amount: CGFloat) -> UIWindow.Level {
    UIWindow.Level(rawValue: level.rawValue + amount)
  }
}

@MainActor
final class CardController: UIViewController, UIGestureRecognizerDelegate {
  private let stack = UIStackView()
  private let picture = UIImageView(image: nil)
  private var animator: UIViewPropertyAnimator?
  private lazy var pan = UIPanGestureRecognizer(target: self, action: #selector(panned))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .clear
    let scroll = UIScrollView()
    scroll.translatesAutoresizingMaskIntoConstraints = false
    scroll.contentInsetAdjustmentBehavior = .never
    stack.axis = .vertical
    stack.alignment = .fill
    stack.spacing = 8
    stack.isLayoutMarginsRelativeArrangement = true
    stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(scroll)
    scroll.addSubview(stack)
    NSLayoutConstraint.activate([
      scroll.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      scroll.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
      scroll.widthAnchor.constraint(lessThanOrEqualToConstant: 400),
      scroll.heightAnchor.constraint(equalTo: view.heightAnchor, multiplier: 0.5),
      stack.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
      stack.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
    ])
    let height = stack.heightAnchor.constraint(equalTo: scroll.heightAnchor)
    height.priority = .defaultLow
    height.isActive = true

    let title = UILabel()
    title.text = "Title"
    title.numberOfLines = 0
    title.textAlignment = .natural
    title.adjustsFontForContentSizeCategory = true
    title.font = UIFontMetrics(forTextStyle: .headline).scaledFont(
      for: .systemFont(ofSize: 17, weight: .semibold))
    title.accessibilityTraits = [.header, .staticText]
    title.accessibilityLanguage = "de"
    let style = NSMutableParagraphStyle()
    style.lineHeightMultiple = 1.2
    style.alignment = .center
    title.attributedText = NSAttributedString(
      string: "Title",
      attributes: [.paragraphStyle: style, .font: title.font as Any, .foregroundColor: UIColor.label])
    stack.addArrangedSubview(title)
    stack.setCustomSpacing(12, after: title)

    var look = UIButton.Configuration.filled()
    look.title = "Buy"
    look.baseBackgroundColor = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
    look.cornerStyle = .capsule
    look.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { attributes in
      attributes.merging(AttributeContainer([.font: UIFont.preferredFont(forTextStyle: .body)]))
    }
    let button = UIButton(
      configuration: look,
      primaryAction: UIAction { [weak self] _ in self?.dismiss(animated: true, completion: nil) })
    button.configurationUpdateHandler = { button in
      button.configuration?.showsActivityIndicator = button.isHighlighted
    }
    button.accessibilityUserInputLabels = ["Buy"]
    button.addAction(UIAction(title: "", handler: { _ in }), for: .primaryActionTriggered)
    stack.addArrangedSubview(button)
    if #available(iOS 17.4, tvOS 17.4, visionOS 1.1, *) { button.performPrimaryAction() }

    let layer = stack.layer
    layer.cornerRadius = 12
    layer.cornerCurve = .continuous
    layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    layer.shadowColor = UIColor.black.cgColor
    layer.shadowOpacity = 0.2
    layer.shadowPath = UIBezierPath(roundedRect: stack.bounds, cornerRadius: 12).cgPath
    layer.borderWidth = 1 / traitCollection.displayScale

    pan.delegate = self
    view.addGestureRecognizer(pan)
    view.accessibilityViewIsModal = true
    view.semanticContentAttribute = .forceRightToLeft
    view.maximumContentSizeCategory = .accessibilityMedium
    if #available(iOS 17.0, tvOS 17.0, visionOS 1.0, *) {
      registerForTraitChanges([UITraitUserInterfaceStyle.self, UITraitPreferredContentSizeCategory.self]) {
        (controller: CardController, previous) in
        controller.restyle(from: previous)
      }
    }
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    view.layoutIfNeeded()
  }

  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    coordinator.animate(alongsideTransition: { _ in self.stack.layoutIfNeeded() }, completion: nil)
  }

  override func accessibilityPerformEscape() -> Bool { true }
  override func accessibilityPerformMagicTap() -> Bool { true }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if presses.contains(where: { $0.key?.keyCode == .keyboardEscape || $0.type == .menu }) { return end() }
    super.pressesBegan(presses, with: event)
  }

  override var keyCommands: [UIKeyCommand]? {
    let escape = UIKeyCommand(action: #selector(escaped), input: UIKeyCommand.inputEscape)
    escape.wantsPriorityOverSystemBehavior = true
    return [escape]
  }

  override var preferredFocusEnvironments: [any UIFocusEnvironment] { stack.arrangedSubviews }

  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    touch.view !== picture
  }

  @objc private func escaped() { end() }

  @objc private func panned() {
    let way = pan.translation(in: view)
    let velocity = pan.velocity(in: view)
    switch pan.state {
    case .changed: stack.transform = CGAffineTransform(translationX: way.x, y: way.y)
    case .ended where velocity.y > 500: end()
    case .ended, .cancelled, .failed: settle(velocity.y)
    default: break
    }
  }

  private func settle(_ velocity: CGFloat) {
    let spring = UISpringTimingParameters(
      dampingRatio: 0.8, initialVelocity: CGVector(dx: 0, dy: velocity / 100))
    let animator = UIViewPropertyAnimator(duration: 0.3, timingParameters: spring)
    animator.isInterruptible = true
    animator.addAnimations { self.stack.transform = .identity }
    animator.addCompletion { position in
      if position == .end { UIAccessibility.post(notification: .screenChanged, argument: self.stack) }
    }
    animator.startAnimation()
    self.animator = animator
  }

  private func end() {
    animator?.stopAnimation(true)
    UIView.animate(withDuration: UIAccessibility.isReduceMotionEnabled ? 0.1 : 0.3) { self.view.alpha = 0 }
  }

  private func restyle(from previous: UITraitCollection) {
    if traitCollection.hasDifferentColorAppearance(comparedTo: previous) {
      stack.layer.borderColor = UIColor.separator.resolvedColor(with: traitCollection).cgColor
    }
    let scale = UIFontMetrics.default.scaledValue(for: 17, compatibleWith: traitCollection) / 17
    stack.axis =
      scale > 2 || traitCollection.preferredContentSizeCategory.isAccessibilityCategory
      ? .vertical : .horizontal
  }
}
