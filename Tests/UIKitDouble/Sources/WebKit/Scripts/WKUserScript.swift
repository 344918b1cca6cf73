// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

public enum WKUserScriptInjectionTime: Int, Sendable { case atDocumentStart, atDocumentEnd }

/// A script that every page gets.
@MainActor open class WKUserScript: NSObject {
  public let source: String
  public let injectionTime: WKUserScriptInjectionTime
  public let isForMainFrameOnly: Bool
  package let world: WKContentWorld

  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
    in contentWorld: WKContentWorld
  ) {
    (self.source, self.injectionTime, isForMainFrameOnly, world) = (
      source, injectionTime, forMainFrameOnly, contentWorld
    )
    super.init()
  }
  public convenience init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
    self.init(source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly, in: .page)
  }
}

/// The variables of scripts. All worlds share the document; each has its own variables.
@MainActor open class WKContentWorld: NSObject {
  public let name: String?
  private static let pageWorld = WKContentWorld(name: nil)
  private static let clientWorld = WKContentWorld(name: nil)
  private static var named: [String: WKContentWorld] = [:]

  private init(name: String?) {
    self.name = name
    super.init()
  }

  open class var page: WKContentWorld { pageWorld }
  open class var defaultClient: WKContentWorld { clientWorld }
  open class func world(name: String) -> WKContentWorld {
    let world = named[name] ?? WKContentWorld(name: name)
    named[name] = world
    return world
  }
}
