// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletUI
public import MartletWire

/// A scene host without a screen. It keeps the current scene, and lets a test do what a person
/// could do.
///
///     let host = HeadlessHost()
///     let ui = InAppMessageUI(host: host)
///     ui.present(message: message)
///     try host.press("close")
///
/// What a person could not do, such as pressing a missing button, throws a `Refusal`.
@MainActor
public final class HeadlessHost: SceneHost {
  public weak var client: (any SceneHostClient)?

  /// False: there is no window. A change is reported to the presenter.
  public var isAvailable = true {
    didSet { if isAvailable != oldValue { client?.hostDidChangeTraits(self) } }
  }

  /// The device settings. A change is reported to the presenter, which redraws.
  public var traits: SceneTraits {
    didSet { if traits != oldValue { client?.hostDidChangeTraits(self) } }
  }

  /// True: scenes only appear and disappear when the test calls `finishAppearing()` and
  /// `finishDisappearing()`. False: immediately.
  public var isDelaying = false

  /// The windows in addition to the active one, which has `traits`. The app can choose one of them.
  public var windows: [WindowScene: SceneTraits] = [:]

  /// The areas of the app's own screen. A scene for another area fails.
  public var areas: [SceneArea] = [] {
    didSet { if areas != oldValue { client?.hostDidChangeTraits(self) } }
  }

  /// The URLs of images that cannot be loaded.
  public var failingImages: Set<String> = []
  /// True: no image can be drawn.
  public var isFailingImages = false

  /// True: pages cannot be loaded.
  public var isFailingPages = false
  /// True: pages load until the test calls `finishAppearing()`.
  public var isDelayingPages = false

  /// The refusals that the presenter reported to pages, in order.
  public private(set) var refusals: [BridgeRefusal] = []

  /// All calls of the presenter, in order.
  public private(set) var calls: [Call] = []

  /// The scene that is appearing, visible or disappearing, as it was last drawn.
  public private(set) var scene: MessageScene?
  /// The stage of `scene`.
  public private(set) var stage: Stage = .empty
  /// True if the device was rotated but the window was not.
  private var isHeld = false

  /// A call of the presenter.
  public enum Call: Hashable, Sendable {
    case show(MessageScene)
    case update(MessageScene)
    case hide(sceneID: String, animated: Bool)
    case turn(SceneTraits.Orientation)
  }

  /// The stage of the scene.
  public enum Stage: Hashable, Sendable {
    case empty, entering, visible, leaving
  }

  /// Why a person could not have done that.
  public enum Refusal: Error, Hashable, Sendable {
    /// No scene is fully visible.
    case nothingVisible(Stage)
    case noSuchNode(String, present: [String])
    /// The node has no action.
    case notPressable(String)
    /// The node cannot be used now.
    case disabled(String)
    /// The node is not a field for text.
    case notField(String)
    /// The scene cannot be swiped away.
    case notSwipeable
    /// The message has no backdrop. Touches outside it reach the app.
    case noBackdrop
    case nothingToFinish(Stage)
    /// The scene has no page.
    case noPage
  }

  /// Creates a host: by default, a phone in portrait with a window.
  public init(
    traits: SceneTraits = SceneTraits(width: 390, height: 844, safeArea: Insets(top: 47, bottom: 34))
  ) {
    self.traits = traits
  }

  // MARK: - SceneHost

  public var windowScenes: [WindowScene] { windows.keys.sorted { $0.id < $1.id } }

  public func traits(in windowScene: WindowScene?) -> SceneTraits {
    windowScene.flatMap { windows[$0] } ?? traits
  }

  public func show(_ scene: MessageScene) {
    calls.append(.show(scene))
    self.scene = scene
    stage = .entering
    if let area = scene.area, !areas.contains(where: { $0.id == area }) {
      clear()
      return report(.failed(.hostGone), of: scene.id)
    }
    if let failed = scene.root.allNodes.first(where: { isFailing($0) }) {
      clear()
      return report(.failed(.asset(nodeID: failed.id)), of: scene.id)
    }
    if isFailingPages, let page = pageNode {
      clear()
      return report(.failed(.page(nodeID: page.id)), of: scene.id)
    }
    if !isDelaying, !(isDelayingPages && pageNode != nil) { appear() }
  }

  public func update(_ scene: MessageScene) {
    calls.append(.update(scene))
    if self.scene?.id == scene.id { self.scene = scene }
  }

  public func hide(sceneID: String, animated: Bool) {
    calls.append(.hide(sceneID: sceneID, animated: animated))
    guard scene?.id == sceneID else { return }
    stage = .leaving
    if !isDelaying { disappear() }
  }

  public func turn(to orientation: SceneTraits.Orientation) {
    calls.append(.turn(orientation))
    if orientation != traits.orientation { turnWindow() }
  }

  public func report(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String) {
    refusals.append(refusal)
  }

  // MARK: - What a page does

  /// The page's script calls its bridge. It can do so as soon as it is loading.
  public func call(_ method: String, _ arguments: Wire.JSONValue...) throws(Refusal) {
    try call(BridgeCall(method: method, arguments: arguments))
  }

  /// The page's script calls its bridge. It can do so as soon as it is loading.
  public func call(_ call: BridgeCall) throws(Refusal) {
    guard let scene, stage == .entering || stage == .visible else { throw .nothingVisible(stage) }
    guard let page = pageNode else { throw .noPage }
    report(.called(nodeID: page.id, call), of: scene.id)
  }

  /// A person follows a link of the page with this input. nil: only a script opens the link.
  public func follow(_ url: String, target: String? = nil, by input: PageInput? = .touch) throws(Refusal) {
    let scene = try visibleScene()
    guard let page = pageNode else { throw .noPage }
    report(.openedLink(nodeID: page.id, url: url, target: target, input: input), of: scene.id)
  }

  private var pageNode: SceneNode? {
    scene?.root.allNodes.first { if case .web = $0.content { true } else { false } }
  }

  // MARK: - What a person does

  /// Presses the node, by touch, key or assistive technology.
  public func press(_ nodeID: String) throws(Refusal) {
    let scene = try visibleScene()
    guard let node = scene.root.node(nodeID) else {
      throw .noSuchNode(nodeID, present: scene.root.allNodes.filter { $0.action != nil }.map(\.id))
    }
    guard node.action != nil else { throw .notPressable(nodeID) }
    guard node.isPressable else { throw .disabled(nodeID) }
    report(.pressed(nodeID: nodeID), of: scene.id)
  }

  /// Presses the node with this action.
  public func press(_ action: SceneNode.Action) throws(Refusal) {
    let nodes = try visibleScene().root.allNodes
    guard let node = nodes.first(where: { $0.action == action }) else {
      throw .noSuchNode("\(action)", present: nodes.filter { $0.action != nil }.map(\.id))
    }
    try press(node.id)
  }

  /// Selects a choice of a question, or removes its selection if several can be selected.
  public func choose(_ choice: String, of question: String) throws(Refusal) {
    try press(.choose(question: question, choice: choice))
  }

  /// Selects the number of a rating.
  public func rate(_ question: String, _ number: Int) throws(Refusal) {
    try press(.rate(question: question, number: number))
  }

  /// Replaces the text of the field with this name. What is longer than the field allows is cut.
  public func type(_ text: String, into name: String) throws(Refusal) {
    let scene = try visibleScene()
    let nodes = scene.root.allNodes
    guard let node = nodes.first(where: { $0.field?.name == name }), let field = node.field else {
      throw nodes.contains { $0.id == name }
        ? .notField(name) : .noSuchNode(name, present: nodes.compactMap { $0.field?.name })
    }
    guard node.accessibility.state?.isDisabled != true else { throw .disabled(node.id) }
    report(.entered(nodeID: node.id, text: field.limited(text)), of: scene.id)
  }

  /// Swipes the message away, towards its edge.
  public func swipe() throws(Refusal) {
    let scene = try visibleScene()
    guard scene.swipe != nil else { throw .notSwipeable }
    report(.swipedAway, of: scene.id)
  }

  /// Taps outside the message. The presenter decides whether that closes it.
  public func tapBackdrop() throws(Refusal) {
    let scene = try visibleScene()
    guard scene.backdrop != nil else { throw .noBackdrop }
    report(.backdropTapped, of: scene.id)
  }

  /// Presses Escape. The presenter decides whether that closes the message.
  public func escape() throws(Refusal) {
    report(.escaped, of: try visibleScene().id)
  }

  /// Rotates the device by 90 degrees. The window follows immediately: width and height are
  /// swapped, and so are the size classes. If the visible message supports only one orientation,
  /// the window follows when it has closed.
  public func rotate() {
    guard let scene, scene.orientation == traits.orientation || isHeld else { return turnWindow() }
    isHeld.toggle()
  }

  private func turnWindow() {
    var turned = traits
    (turned.width, turned.height) = (traits.height, traits.width)
    (turned.horizontalSizeClass, turned.verticalSizeClass) = (
      traits.verticalSizeClass, traits.horizontalSizeClass
    )
    traits = turned
  }

  // MARK: - What the system does

  /// The scene that is appearing becomes fully visible.
  public func finishAppearing() throws(Refusal) {
    guard stage == .entering else { throw .nothingToFinish(stage) }
    appear()
  }

  /// The scene that is disappearing is gone.
  public func finishDisappearing() throws(Refusal) {
    guard stage == .leaving else { throw .nothingToFinish(stage) }
    disappear()
  }

  /// The scene disappears, and nobody says why: the app removed its view, or replaced what it was
  /// in.
  public func loseScene() throws(Refusal) {
    let scene = try visibleScene()
    clear()
    report(.failed(.hostGone), of: scene.id)
  }

  /// The window disappears, with its scene.
  public func loseWindow() {
    isAvailable = false
    guard let scene else { return }
    clear()
    report(.failed(.hostGone), of: scene.id)
  }

  private func visibleScene() throws(Refusal) -> MessageScene {
    guard let scene, stage == .visible else { throw .nothingVisible(stage) }
    return scene
  }

  private func isFailing(_ node: SceneNode) -> Bool {
    if case .image(let image) = node.content {
      isFailingImages || failingImages.contains(image.url)
    } else {
      false
    }
  }

  private func appear() {
    guard let scene else { return }
    stage = .visible
    report(.appeared, of: scene.id)
  }

  private func disappear() {
    guard let scene else { return }
    clear()
    report(.disappeared, of: scene.id)
  }

  private func clear() {
    scene = nil
    stage = .empty
    guard isHeld else { return }
    isHeld = false
    turnWindow()
  }

  private func report(_ event: SceneEvent, of sceneID: String) {
    client?.host(self, didReport: event, sceneID: sceneID)
  }
}
