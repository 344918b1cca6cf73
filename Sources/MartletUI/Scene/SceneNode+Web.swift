// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension SceneNode {
  /// What a page may do, and under which names it finds the bridge.
  public typealias BridgeAccess = Martlet.InAppMessage.Html.Bridge

  /// A page in a sandbox without an origin of its own, which reports calls of its bridge and the links that a person follows.
  ///
  /// A host loads the page before the scene appears. When `surroundings` change in an update and nothing else does, the page is told of it and
  /// keeps its state.
  public struct Web: Hashable, Sendable, Codable {
    /// The page's text; empty: the page is the file `pageURL`.
    public var page: String
    /// The page as a file of this device; nil unless `page` is empty.
    public var pageURL: String?
    /// Where relative addresses lead: a folder of this device when the page came with an archive.
    public var baseURL: String?
    /// Files of this device by the addresses for which they stand; the host lets the page have them instead, without a network.
    public var assets: [String: String]
    public var bridge: BridgeAccess
    /// A link with a `target` does not close the message.
    public var linkTargetSupport: Bool
    /// Every link counts as a click on the body.
    public var countsLinks: Bool
    /// The addresses of links may carry options; see `PageLink`.
    public var readsLinkOptions: Bool
    /// Developer tools may be attached, where the host has some.
    public var allowsInspector: Bool
    public var surroundings: Surroundings

    public init(
      page: String, pageURL: String? = nil, baseURL: String? = nil, assets: [String: String] = [:], bridge: BridgeAccess = .init(),
      linkTargetSupport: Bool = true, countsLinks: Bool = false, readsLinkOptions: Bool = false, allowsInspector: Bool = true,
      surroundings: Surroundings = .init()
    ) {
      self.page = page
      self.pageURL = pageURL
      self.baseURL = baseURL
      self.assets = assets
      self.bridge = bridge
      self.linkTargetSupport = linkTargetSupport
      self.countsLinks = countsLinks
      self.readsLinkOptions = readsLinkOptions
      self.allowsInspector = allowsInspector
      self.surroundings = surroundings
    }

    /// What the page is told of where it is shown, as CSS variables and attributes of its root element.
    public struct Surroundings: Hashable, Sendable, Codable {
      public var scheme: SceneTraits.Scheme
      public var textScale: Double
      public var direction: Scene.LayoutDirection
      public var reduceMotion: Bool
      public var reduceTransparency: Bool
      public var increaseContrast: Bool
      public var safeArea: Insets

      public init(
        scheme: SceneTraits.Scheme = .light, textScale: Double = 1, direction: Scene.LayoutDirection = .leftToRight,
        reduceMotion: Bool = false, reduceTransparency: Bool = false, increaseContrast: Bool = false, safeArea: Insets = .zero
      ) {
        self.scheme = scheme
        self.textScale = textScale
        self.direction = direction
        self.reduceMotion = reduceMotion
        self.reduceTransparency = reduceTransparency
        self.increaseContrast = increaseContrast
        self.safeArea = safeArea
      }
    }
  }
}
