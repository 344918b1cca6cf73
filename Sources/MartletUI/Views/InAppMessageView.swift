// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

/// Creates the scenes of a message. Subclass it or the view of a message type, and use it as `PresentationContext.customView`.
///
/// The presenter requests a scene when the message is shown, when device settings change, and when the message or its attributes are set.
/// The presenter handles clicks, impressions and dismissals.
@MainActor
open class InAppMessageView {
  /// The message. A change while it is visible redraws it.
  public var inAppMessage: Martlet.InAppMessage { didSet { setNeedsUpdate() } }
  /// True from the moment the message is fully visible until it closes.
  public internal(set) var isPresented: Bool
  /// Whether the status bar is hidden. If nil, the message type decides: full-screen messages hide it, others leave it as the app has it. Only applies if the `statusBarHideBehavior` is `.auto`.
  public var prefersStatusBarHidden: Bool? { didSet { setNeedsUpdate() } }
  /// Decides which images of the message are animated.
  public var gifViewProvider: GIFViewProvider { didSet { setNeedsUpdate() } }
  /// The device settings of the last drawing, or nil before the first.
  public private(set) var traits: SceneTraits?
  /// The id of the node that assistive technology focuses first. If nil, the message type decides.
  public var initialAccessibilityElement: String? { didSet { setNeedsUpdate() } }

  /// The presenter, from the preparation of the message to its end.
  package internal(set) weak var presenter: InAppMessageUI?
  var onChange: (@MainActor () -> Void)?
  private var isMakingScene = false

  /// Creates a view for the message. The presenter sets `presented`.
  public init(message: Martlet.InAppMessage, gifViewProvider: GIFViewProvider = .shared, presented: Bool = false) {
    self.inAppMessage = message
    self.gifViewProvider = gifViewProvider
    isPresented = presented
  }

  /// The minimum width and height of pressable elements, in points.
  public static var closeButtonMinimumTouchTargetSize: ViewSize { .init(floatLiteral: SceneNode.minimumTarget) }

  /// True if both size classes are regular and the window is in landscape, at the last drawing.
  public var isLargeLandscape: Bool { traits?.isLargeLandscape ?? false }

  /// False for a message that shows nothing. `makeScene` is then never called.
  open var isVisibleKind: Bool { true }

  /// Creates the scene for these device settings. Return nil if the message cannot be drawn.
  open func makeScene(id: String, traits: SceneTraits) -> MessageScene? { nil }

  /// Called before the first drawing, and when the colour scheme changes.
  open func applyTheme() {}
  /// Called before each drawing. Changes made here apply to that drawing.
  open func applyAttributes() {}
  /// The message is about to appear.
  open func willPresent() {}
  /// The message is fully visible.
  open func didPresent() {}
  /// The message is about to disappear.
  open func willDismiss() {}
  /// The message has closed.
  open func didDismiss() {}

  /// Asks the presenter to redraw the message, if it is on the screen.
  public final func setNeedsUpdate() {
    guard !isMakingScene else { return }
    onChange?()
  }

  /// The scene with the properties that all kinds share.
  final func scene(
    id: String, traits: SceneTraits, statusBar: InAppMessageUI.StatusBarHideBehavior, window: WindowChoice? = nil
  ) -> MessageScene? {
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

  /// Whether the picture is animated: the provider supports it, and the person does not reduce motion.
  final func animates(_ graphic: Martlet.InAppMessage.Graphic?, traits: SceneTraits) -> Bool {
    guard !traits.reduceMotion, case .image(let url) = graphic else { return false }
    return gifViewProvider.animates(url)
  }

  /// The building blocks of a message in the centre of the screen.
  final func parts(of content: MessageContent, traits: SceneTraits, margin: Insets = .zero) -> CardParts {
    CardParts(content: content, traits: traits, margin: margin, animates: animates(content.graphic, traits: traits))
  }
}

extension Martlet.InAppMessage.Orientation {
  /// The required orientation. nil for any.
  fileprivate var only: SceneTraits.Orientation? {
    switch self {
    case .any: nil
    case .portrait: .portrait
    case .landscape: .landscape
    }
  }

  func allows(_ orientation: SceneTraits.Orientation) -> Bool { only == nil || only == orientation }
}

extension InAppMessageView {
  /// The view of a slideup, or nil.
  public var slideup: InAppMessageUI.SlideupView? { self as? InAppMessageUI.SlideupView }
  /// The view of a modal or a full-screen message, or nil.
  public var modal: InAppMessageUI.ModalView? { self as? InAppMessageUI.ModalView }
  /// The view of a modal image or a full-screen image, or nil.
  public var modalImage: InAppMessageUI.ModalImageView? { self as? InAppMessageUI.ModalImageView }
  /// The view of a full-screen message, or nil.
  public var full: InAppMessageUI.FullView? { self as? InAppMessageUI.FullView }
  /// The view of a full-screen image, or nil.
  public var fullImage: InAppMessageUI.FullImageView? { self as? InAppMessageUI.FullImageView }
  /// The view of an HTML message, or nil.
  public var html: InAppMessageUI.HtmlView? { self as? InAppMessageUI.HtmlView }
  /// The view of a silent message, or nil.
  public var control: InAppMessageUI.ControlView? { self as? InAppMessageUI.ControlView }
}

extension InAppMessageUI {
  /// Shows nothing, for silent messages, whose impressions are counted for comparison.
  open class ControlView: InAppMessageView {
    /// Creates a view for the message.
    public init(message: Martlet.InAppMessage.Control) { super.init(message: .control(message)) }

    open override var isVisibleKind: Bool { false }
  }
}

/// Decides which images are animated. Set `GIFViewProvider.shared` once, or set one for a single view.
///
///     GIFViewProvider.shared = .animating
///
/// With Reduce Motion, only the first frame is shown, whatever the provider decides.
public struct GIFViewProvider: Sendable {
  /// Whether the image at this URL is animated. Asked for each image at each drawing. It has no effect on images with a single frame.
  public var animates: @MainActor (URL) -> Bool

  public init(animates: @escaping @MainActor (URL) -> Bool) { self.animates = animates }

  /// Shows only the first frame of animated images. The default.
  public static let nonAnimating = GIFViewProvider { _ in false }
  /// Animates images, if the host can.
  public static let animating = GIFViewProvider { _ in true }

  /// Defaults for views created from now on.
  @MainActor public static var shared: GIFViewProvider = .nonAnimating
}
