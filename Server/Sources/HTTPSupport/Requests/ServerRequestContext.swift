// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import Hummingbird
public import MartletCore
import MartletWire
import NIOCore

/// What accompanies a request from the socket to the handler.
public struct ServerRequestContext: RequestContext {
  public var coreContext: CoreRequestContextStorage
  /// The one "now" of this request; set by `RequestScope`, which is the outermost middleware.
  public var receivedAt = Instant(milliseconds: 0)
  /// The other end of the connection, which may be a proxy; nil without a network.
  public let peer: IPAddress?
  /// Where the connection's answers are written.
  let eventLoop: any EventLoop
  /// Who sent the request; nil until a middleware has determined it.
  public var principal: Principal?

  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    eventLoop = source.channel.eventLoop
    peer = source.channel.remoteAddress.flatMap { IPAddress($0) }
  }

  /// The app of the caller's key. Throws 401 when no key was checked, which is a mistake in the
  /// composition of routes.
  public var appID: AppID {
    get throws {
      guard let app = principal?.appID else { throw Answers.keyMissing(scope: .device) }
      return app
    }
  }
}

extension ServerRequestContext {
  /// Who is the author of what the request changes. Throws 401 when nobody may write, which is a
  /// mistake in the composition of routes.
  public var author: Author {
    get throws {
      switch principal {
      case .browser(let session): session.author
      case .program(_, let id, let name): .key(id: id, name: name)
      case .device, nil: throw Answers.keyMissing(scope: .management)
      }
    }
  }
}

/// Who sent a request.
public enum Principal: Hashable, Sendable {
  /// An app with an SDK key.
  case device(app: AppID, keyID: String)
  /// A program with a management key.
  case program(app: AppID, keyID: String, name: String)
  /// A person in a browser.
  case browser(BrowserSession)

  /// nil for a person: people may see every app.
  public var appID: AppID? {
    switch self {
    case .device(let app, _), .program(let app, _, _): app
    case .browser: nil
    }
  }
}

extension ServerRequestContext {
  /// The campaign in the path. Throws 404 for a text that cannot be an id.
  public var campaignID: CampaignID {
    get throws {
      let text = try parameters.require("id")
      guard (1...Wire.Limits.idLength).contains(text.utf8.count) else { throw Answers.notFound }
      return CampaignID(text)
    }
  }

  /// The person in the path, whose id may contain anything once it is decoded. Throws 404 for a
  /// text that cannot be an id.
  public var personID: String {
    get throws {
      let text = try parameters.require("id").removingPercentEncoding ?? ""
      guard text.hasPrefix("u:") || text.hasPrefix("d:"),
        (3...(Wire.Limits.nameLength * 4 + 2)).contains(text.utf8.count),
        !text.utf8.contains(0)
      else { throw Answers.notFound }
      return text
    }
  }
}
