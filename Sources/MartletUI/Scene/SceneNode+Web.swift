// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension SceneNode {
  /// What a page can do, and the names of its bridge.
  public typealias BridgeAccess = Martlet.InAppMessage.Html.Bridge

  /// A page in a sandbox without an origin. It reports the calls of its bridge, and the links that
  /// a person follows.
  ///
  /// A host loads the page before the scene appears. If only `surroundings` change in an update,
  /// the page receives them and keeps its state.
  public struct Web: Hashable, Sendable, Codable {
    /// The HTML of the page. If empty, the page is the file `pageURL`.
    public var page: String
    /// The page as a local file, or nil unless `page` is empty.
    public var pageURL: String?
    /// The base of relative URLs: a local folder for a page in an archive.
    public var baseURL: String?
    /// The local files by their URLs. The host loads these files instead, without a network.
    public var assets: [String: String]
    public var bridge: BridgeAccess
    /// Whether a link with a `target` keeps the message open.
    public var linkTargetSupport: Bool
    /// Whether each link counts as a click on the message itself.
    public var countsLinks: Bool
    /// Whether links can have options (see `PageLink`).
    public var readsLinkOptions: Bool
    /// Whether developer tools can inspect the page, if the host has any.
    public var allowsInspector: Bool
    public var surroundings: Surroundings

    public init(
      page: String, pageURL: String? = nil, baseURL: String? = nil, assets: [String: String] = [:],
      bridge: BridgeAccess = .init(),
      linkTargetSupport: Bool = true, countsLinks: Bool = false, readsLinkOptions: Bool = false,
      allowsInspector: Bool = true,
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

    /// The device settings that the page receives, as CSS variables and attributes of its root
    /// element.
    public struct Surroundings: Hashable, Sendable, Codable {
      public var scheme: SceneTraits.Scheme
      public var textScale: Double
      public var direction: MessageScene.LayoutDirection
      public var reduceMotion: Bool
      public var reduceTransparency: Bool
      public var increaseContrast: Bool
      public var safeArea: Insets

      public init(
        scheme: SceneTraits.Scheme = .light, textScale: Double = 1,
        direction: MessageScene.LayoutDirection = .leftToRight,
        reduceMotion: Bool = false, reduceTransparency: Bool = false, increaseContrast: Bool = false,
        safeArea: Insets = .zero
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
