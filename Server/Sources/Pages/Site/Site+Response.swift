// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import Hummingbird
import NIOCore

extension Site {
  /// An answer that holds a whole page. Pages are never kept by caches: they show what is so now, to one person.
  public func response(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
    var response = Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    response.headers[.contentType] = "text/html; charset=utf-8"
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// Adds the assets.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get("assets/:name") { request, _ in
      guard let asset = assets.asset(atPath: request.uri.path) else { throw HTTPError(.notFound) }
      var response = Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: asset.text)))
      response.headers[.contentType] = asset.contentType
      response.headers[.cacheControl] = "public, max-age=31536000, immutable"
      return response
    }
  }

  /// 303: the browser asks for `path` next, so that reloading sends nothing twice.
  public static func redirect(to path: String, cookies: [String] = []) -> Response {
    var response = Response(status: .seeOther)
    response.headers[.location] = path
    response.headers[.cacheControl] = "no-store"
    for cookie in cookies {
      response.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
    return response
  }
}
