// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The life of one scene on a native host, from loading to the end: a value that decides, so that
/// the host only draws.
///
/// Every input is allowed at any time. Each scene reports `.appeared` at most once, and ends with
/// exactly one report: `.disappeared` or `.failed`. Answers to work that is no longer current are
/// ignored, because each piece of work has its own token.
struct HostStage {
  /// What the scene is doing.
  enum Phase: Equatable {
    case empty, loading, entering, visible, leaving
  }

  /// What happened.
  enum Input: Equatable {
    case show(MessageScene)
    case update(MessageScene)
    case hide(sceneID: String, animated: Bool)
    /// All images and pages of the scene have loaded.
    case loaded(token: Int)
    case failedToLoad(token: Int, SceneEvent.Failure)
    /// The animation has ended, or was stopped.
    case animated(token: Int)
    /// A page was lost after it had loaded.
    case lostPage(nodeID: String, PageLoss?)
    /// The window has gone.
    case windowGone
  }

  /// What the host must do, in order.
  enum Effect: Equatable {
    /// Draws the scene in a window of its own, without showing it yet.
    case attach(MessageScene)
    /// Loads what the scene needs. Answer with `loaded` or `failedToLoad`.
    case load(MessageScene, token: Int)
    /// Draws the scene in place.
    case redraw(MessageScene)
    /// Shows the scene with its `enter` transition. Answer with `animated`.
    case enter(MessageScene, token: Int)
    /// Hides the scene with its `leave` transition. Answer with `animated`.
    case leave(MessageScene, token: Int)
    /// The scene is fully visible: moves the focus of assistive technology, or announces the scene.
    case settle(MessageScene)
    /// Removes the scene and its window. The focus returns to where it was.
    case detach
    case report(SceneEvent, sceneID: String)
  }

  private(set) var phase = Phase.empty
  /// The scene, as it was last drawn.
  private(set) var scene: MessageScene?
  private var token = 0

  mutating func handle(_ input: Input) -> [Effect] {
    switch input {
    case .show(let scene): show(scene)
    case .update(let scene): update(scene)
    case .hide(let id, let animated): hide(id, animated: animated)
    case .loaded(let token): loaded(token)
    case .failedToLoad(let token, let failure):
      token == self.token && phase == .loading ? end(.failed(failure)) : []
    case .animated(let token): animated(token)
    case .lostPage(let nodeID, let loss): lostPage(nodeID, loss)
    case .windowGone: end(.failed(.hostGone))
    }
  }

  /// True if the person can use the scene. Before and after, input is ignored.
  var takesInput: Bool { phase == .visible }

  private mutating func show(_ scene: MessageScene) -> [Effect] {
    // The presenter shows one scene at a time. If it did not wait for the end of the last one, that
    // one still ends.
    let before = end(.disappeared)
    self.scene = scene
    phase = .loading
    token += 1
    return before + [.attach(scene), .load(scene, token: token)]
  }

  private mutating func update(_ scene: MessageScene) -> [Effect] {
    guard self.scene?.id == scene.id else { return [] }
    self.scene = scene
    guard phase == .loading else { return [.redraw(scene)] }
    // A scene that is still loading is shown completely or not at all, so it waits for the new
    // images too.
    token += 1
    return [.redraw(scene), .load(scene, token: token)]
  }

  private mutating func hide(_ sceneID: String, animated: Bool) -> [Effect] {
    guard let scene, scene.id == sceneID else { return [] }
    guard animated, phase == .visible else { return end(.disappeared) }
    phase = .leaving
    token += 1
    return [.leave(scene, token: token)]
  }

  private mutating func loaded(_ token: Int) -> [Effect] {
    guard token == self.token, phase == .loading, let scene else { return [] }
    phase = .entering
    self.token += 1
    return [.enter(scene, token: self.token)]
  }

  private mutating func animated(_ token: Int) -> [Effect] {
    guard token == self.token, let scene else { return [] }
    switch phase {
    case .entering:
      phase = .visible
      return [.settle(scene), .report(.appeared, sceneID: scene.id)]
    case .leaving: return end(.disappeared)
    case .empty, .loading, .visible: return []
    }
  }

  /// A page that is lost while it loads fails the scene. Later, the presenter decides what happens.
  private mutating func lostPage(_ nodeID: String, _ loss: PageLoss?) -> [Effect] {
    guard let scene else { return [] }
    switch phase {
    case .empty, .leaving: return []
    case .loading where loss == nil: return end(.failed(.page(nodeID: nodeID)))
    case .loading, .entering, .visible:
      return [.report(.failed(.page(nodeID: nodeID, loss: loss)), sceneID: scene.id)]
    }
  }

  private mutating func end(_ event: SceneEvent) -> [Effect] {
    guard let scene else { return [] }
    self.scene = nil
    phase = .empty
    token += 1
    return [.detach, .report(event, sceneID: scene.id)]
  }
}
