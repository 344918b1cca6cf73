// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Makes the scenes of one message. Subclass one of the concrete views, or this one, and hand it over as `PresentationContext.customView`.
///
/// The presenter asks for a scene when the message is shown, when the surroundings change, and when the message or its attributes are set.
/// A view holds no state of the presentation besides `presented`; clicks, impressions and dismissals are the presenter's business.
@MainActor
open class InAppMessageView {
  /// What is shown. Setting it while the message is visible redraws it.
  public var inAppMessage: Martlet.InAppMessage {
    didSet { setNeedsUpdate() }
  }
  /// True from the moment the message is fully visible until it leaves.
  public internal(set) var isPresented: Bool
  /// nil: the kind decides. Counts only when the presentation's `statusBarHideBehavior` is `.auto`.
  public var prefersStatusBarHidden: Bool? {
    didSet { setNeedsUpdate() }
  }
  /// Says which pictures of the message move.
  public var gifViewProvider: GIFViewProvider {
    didSet { setNeedsUpdate() }
  }
  /// The surroundings for which it was last drawn; nil: not yet.
  public private(set) var traits: SceneTraits?
  /// The id of the node to which assistive technology goes on appearance; nil: the kind decides.
  public var initialAccessibilityElement: String? {
    didSet { setNeedsUpdate() }
  }

  var onChange: (@MainActor () -> Void)?
  private var isMakingScene = false

  /// A view of this message; `presented` is the presenter's to set.
  public init(message: Martlet.InAppMessage, gifViewProvider: GIFViewProvider = .shared, presented: Bool = false) {
    self.inAppMessage = message
    self.gifViewProvider = gifViewProvider
    isPresented = presented
  }

  /// Least width and height of what can be pressed, in points.
  public static var closeButtonMinimumTouchTargetSize: ViewSize { .init(floatLiteral: SceneNode.minimumTarget) }

  /// Both size classes are regular and the window is in landscape, where it was last drawn.
  public var isLargeLandscape: Bool { traits?.isLargeLandscape ?? false }

  /// False for a message that shows nothing; then `makeScene` is never called.
  open var isVisibleKind: Bool { true }

  /// The message as it is to be drawn in these surroundings; nil: it cannot be drawn.
  open func makeScene(id: String, traits: SceneTraits) -> Scene? { nil }

  /// Before the first scene and whenever the scheme changed.
  open func applyTheme() {}
  /// Before every scene; changes made here are in that scene.
  open func applyAttributes() {}
  /// About to enter the screen.
  open func willPresent() {}
  /// Fully visible.
  open func didPresent() {}
  /// About to leave.
  open func willDismiss() {}
  /// Off the screen.
  open func didDismiss() {}

  /// Asks the presenter to draw the message anew, if it is on the screen.
  public final func setNeedsUpdate() {
    guard !isMakingScene else { return }
    onChange?()
  }

  /// The scene with what every kind has in common.
  final func scene(
    id: String, traits: SceneTraits, statusBar: InAppMessageUI.StatusBarHideBehavior, window: WindowChoice? = nil
  ) -> Scene? {
    isMakingScene = true
    defer { isMakingScene = false }
    let isOtherScheme = self.traits?.scheme != traits.scheme
    self.traits = traits
    if isOtherScheme { applyTheme() }
    applyAttributes()
    guard var scene = makeScene(id: id, traits: traits) else { return nil }
    switch statusBar {
    case .auto: scene.isStatusBarHidden = prefersStatusBarHidden ?? scene.isStatusBarHidden
    case .hidden: scene.isStatusBarHidden = true
    case .visible: scene.isStatusBarHidden = false
    }
    scene.orientation = inAppMessage.data.orientation.only
    scene.window = window
    if let initialAccessibilityElement { scene.accessibility.initialFocus = initialAccessibilityElement }
    return scene
  }

  /// Whether the picture moves: the provider says so, and the person does not mind.
  final func animates(_ graphic: Martlet.InAppMessage.Graphic?, traits: SceneTraits) -> Bool {
    guard !traits.reduceMotion, case .image(let url) = graphic else { return false }
    return gifViewProvider.animates(url)
  }
}

extension Martlet.InAppMessage.Orientation {
  /// nil: any.
  fileprivate var only: SceneTraits.Orientation? {
    switch self {
    case .any: nil
    case .portrait: .portrait
    case .landscape: .landscape
    }
  }
}

extension InAppMessageView {
  /// As the view of a slideup; nil for another kind.
  public var slideup: InAppMessageUI.SlideupView? { self as? InAppMessageUI.SlideupView }
  /// As the view of a modal, which a full message is too; nil for another kind.
  public var modal: InAppMessageUI.ModalView? { self as? InAppMessageUI.ModalView }
  /// As the view of an image modal, which a full image is too; nil for another kind.
  public var modalImage: InAppMessageUI.ModalImageView? { self as? InAppMessageUI.ModalImageView }
  /// As the view of a full message; nil for another kind.
  public var full: InAppMessageUI.FullView? { self as? InAppMessageUI.FullView }
  /// As the view of a full image; nil for another kind.
  public var fullImage: InAppMessageUI.FullImageView? { self as? InAppMessageUI.FullImageView }
  /// As the view of a page; nil for another kind.
  public var html: InAppMessageUI.HtmlView? { self as? InAppMessageUI.HtmlView }
  /// As the view of a control message; nil for another kind.
  public var control: InAppMessageUI.ControlView? { self as? InAppMessageUI.ControlView }
}
