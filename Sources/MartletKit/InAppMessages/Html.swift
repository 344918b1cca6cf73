// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletWire

extension Martlet.InAppMessage {
  /// An HTML page in a sandbox.
  public struct Html: Hashable, Sendable {
    public var data: Data
    /// The HTML of the page. If empty, the page of the archive among the assets is used.
    public var message: String
    /// The base of relative URLs: the unpacked archive, if there is one.
    public var baseURL: URL?
    public var assetURLs: Set<URL>
    /// True for pages in an archive that follow older rules: each link counts as a click, and its
    /// URL can have options.
    public var legacy: Bool
    /// What the page can do.
    public var bridge: Bridge

    public init(
      data: Data = .init(), message: String = "<html></html>", baseURL: URL? = nil, assetURLs: Set<URL> = [],
      legacy: Bool = false,
      bridge: Bridge = Bridge()
    ) {
      self.data = data
      self.message = message
      self.baseURL = baseURL
      self.assetURLs = assetURLs
      self.legacy = legacy
      self.bridge = bridge
    }
  }
}

extension Martlet.InAppMessage.Html: InAppMessageContent {
  static var kind: Wire.Message.Kind { .html }

  var inAppMessage: Martlet.InAppMessage { .html(self) }

  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) throws(Martlet.InAppMessage.WireError) {
    self.init(
      data: data, message: try wire.page(), baseURL: try wire.pageBase(), assetURLs: try wire.nativeAssets(),
      legacy: wire.legacy,
      bridge: wire.bridge.map(Bridge.init) ?? Bridge())
  }

  func write(to wire: inout Wire.Message) {
    wire.message = message
    wire.baseURL = baseURL?.absoluteString
    wire.assetURLs = assetURLs.map(\.absoluteString).sorted()
    wire.legacy = legacy
    if bridge != Bridge() { wire.bridge = bridge.wire }
  }
}

extension Martlet.InAppMessage {
  /// A silent message: it shows nothing, and counts who would have seen it.
  public struct Control: Hashable, Sendable {
    public var data: Data

    public init(data: Data = .init()) {
      self.data = data
    }
  }
}

extension Martlet.InAppMessage.Control: InAppMessageContent {
  static var kind: Wire.Message.Kind { .control }

  var inAppMessage: Martlet.InAppMessage { .control(self) }

  init(_ wire: Wire.Message, _ data: Martlet.InAppMessage.Data) { self.init(data: data) }

  func write(to wire: inout Wire.Message) {}
}
