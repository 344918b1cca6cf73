// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Creates the scenes of a message. Subclass it or the view of a message type, and use it as
/// `PresentationContext.customView`.
///
/// The presenter requests a scene when the message is shown, when device settings change, and when
/// the message or its attributes are set. The presenter handles clicks, impressions and dismissals.
@MainActor
open class MessageSceneView: InAppMessageView {
  /// The message. A change while it is visible redraws it.
  public var inAppMessage: Martlet.InAppMessage { didSet { setNeedsUpdate() } }
  /// True from the moment the message is fully visible until it closes.
  public internal(set) var isPresented: Bool
  /// Whether the status bar is hidden. If nil, the message type decides. Only applies if the
  /// `statusBarHideBehavior` is `.auto`.
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
  public init(
    message: Martlet.InAppMessage, gifViewProvider: GIFViewProvider = .shared, presented: Bool = false
  ) {
    self.inAppMessage = message
    self.gifViewProvider = gifViewProvider
    isPresented = presented
  }

  /// True if both size classes are regular and the window is in landscape, at the last drawing.
  public var isLargeLandscape: Bool { traits?.isLargeLandscape ?? false }

  /// Calls the completion. The presenter lets the message appear.
  open func present(completion: (() -> Void)?) { completion?() }

  /// Asks the presenter to close the message. The completion is called when it has closed, or
  /// immediately if it is not on the screen.
  open func dismiss(completion: (() -> Void)?) {
    guard let presenter, presenter.messageView === self else {
      completion?()
      return
    }
    presenter.dismiss { completion?() }
  }

  /// False for a message that shows nothing. `makeScene` is then never called.
  open var isVisibleKind: Bool { true }

  /// Creates the scene for these device settings. Return nil if the message cannot be drawn.
  open func makeScene(id: String, traits: SceneTraits) -> MessageScene? { nil }

  /// Called before the first drawing, and when the colour scheme changes. With UIKit, also after
  /// each drawing.
  open func applyTheme() {}
  /// Called before each drawing. Changes made here apply to that drawing. With UIKit, also after
  /// each drawing and layout, when the views of the message exist. Changes of attributes that are
  /// made then apply to the next drawing.
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
    id: String, traits: SceneTraits, statusBar: InAppMessageUI.StatusBarHideBehavior,
    window: WindowChoice? = nil
  ) -> MessageScene? {
    isMakingScene = true
    defer { isMakingScene = false }
    let isOtherScheme = self.traits?.scheme != traits.scheme
    self.traits = traits
    if isOtherScheme { applyTheme() }
    applyAttributes()
    guard var scene = makeScene(id: id, traits: traits) else { return nil }
    scene.isStatusBarHidden = statusBar.hides(
      wish: prefersStatusBarHidden, otherwise: scene.isStatusBarHidden)
    scene.orientation = inAppMessage.data.orientation.only
    scene.window = window
    if let initialAccessibilityElement { scene.accessibility.initialFocus = initialAccessibilityElement }
    return scene
  }

  /// The host has drawn the message with views, which may have lost what the app had changed on
  /// them.
  final func viewsWereDrawn() {
    // A change of an attribute must not cause another drawing, which would call this again.
    isMakingScene = true
    defer { isMakingScene = false }
    let focus = initialAccessibilityElement
    applyTheme()
    applyAttributes()
    // The views of the message can only be named when they exist.
    if initialAccessibilityElement != focus { onChange?() }
  }

  /// Whether the picture is animated: the provider supports it, and the person does not reduce
  /// motion.
  final func animates(_ graphic: Martlet.InAppMessage.Graphic?, traits: SceneTraits) -> Bool {
    guard !traits.reduceMotion, case .image(let url) = graphic else { return false }
    return gifViewProvider.animates(url)
  }

  /// The building blocks of a message in the centre of the screen.
  final func parts(of content: MessageContent, traits: SceneTraits, margin: Insets = .zero) -> CardParts {
    CardParts(
      kind: .init(inAppMessage), content: content, traits: traits, margin: margin,
      animates: animates(content.graphic, traits: traits))
  }
}

extension Martlet.InAppMessage.Orientation {
  /// The required orientation. nil for any.
  var only: SceneTraits.Orientation? {
    switch self {
    case .any: nil
    case .portrait: .portrait
    case .landscape: .landscape
    }
  }

  func allows(_ orientation: SceneTraits.Orientation) -> Bool { only == nil || only == orientation }
}

extension InAppMessageUI.StatusBarHideBehavior {
  /// nil if the status bar stays as the app has it.
  ///
  /// - Parameter wish: of the view. nil if it has none.
  func hides(wish: Bool?, otherwise usual: Bool?) -> Bool? {
    switch self {
    case .auto: wish ?? usual
    case .hidden: true
    case .visible: false
    }
  }
}

extension InAppMessageUI {
  /// Shows nothing, for silent messages, whose impressions are counted for comparison.
  open class ControlView: MessageSceneView {
    /// Creates a view for the message.
    public init(message: Martlet.InAppMessage.Control) { super.init(message: .control(message)) }

    open override var isVisibleKind: Bool { false }
  }
}

extension InAppMessageView {
  /// The view of a silent message, or nil.
  public var control: InAppMessageUI.ControlView? { self as? InAppMessageUI.ControlView }
}
