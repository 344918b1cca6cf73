// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletUI
import NIOCore
import SceneHTML

/// Serves the pages of messages, and their files, to the frames in which the lab and the editor
/// show them.
///
/// Such a frame has no origin, so its requests carry no cookie: whoever knows the address gets the
/// page. Addresses are secrets of 256 bits. Each is made for one device or one preview, and ends
/// with it.
struct MessagePageRoutes: Sendable {
  let pages: ServedPages
  let address: PublicAddress

  func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get("pages/:token") { request, context in try await answer(request, context) }
    router.get("pages/:token/**") { request, context in try await answer(request, context) }
  }

  private func answer(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let token = try context.parameters.require("token")
    guard let page = await pages.page(token) else { return Self.gone }
    let path = request.uri.path.drop { $0 == "/" }.split(
      separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard let name = (path.count > 2 ? String(path[2]) : "").removingPercentEncoding else {
      throw Answers.notFound
    }
    // Reads files, so it must not run on the main actor.
    switch await Self.answer(for: name, in: page) {
    case .page(let text):
      return Self.response(
        Array(text.utf8), "text/html; charset=utf-8", policy: policy(of: page, request), frames: true)
    case .text(let text, let contentType): return Self.response(Array(text.utf8), contentType)
    case .file(let url, let contentType):
      guard let bytes = try? Data(contentsOf: url) else { throw Answers.notFound }
      return Self.response(Array(bytes), contentType)
    case .elsewhere(let url):
      return Response(status: .found, headers: [.location: url.absoluteString, .cacheControl: "no-store"])
    case .none: throw Answers.notFound
    }
  }

  /// Files come from the host where the browser found the page.
  private func policy(of page: PageDocument, _ request: Request) -> String {
    let scheme = address.url.isHTTPS ? "https" : "http"
    let own = PageFiles.policy(files: "'self'")
    guard let authority = request.head.authority else { return own }
    if authority.utf8.allSatisfy(Self.isPlain) {
      return PageFiles.policy(files: "\(scheme)://\(authority)\(page.path)")
    }
    // A policy cannot contain an IPv6 address; browsers ignore a source that does. Two policies
    // together express it: from this server, and below the path.
    guard let url = PublicURL("\(scheme)://\(authority)"), url.host.hasPrefix("[") else { return own }
    return own + ", " + PageFiles.policy(files: "\(scheme)://*\(url.port.map { ":\($0)" } ?? "")\(page.path)")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  @concurrent
  private static func answer(for name: String, in page: PageDocument) async -> PageFiles.Answer {
    page.answer(name)
  }

  /// A frame may show this answer. Otherwise the browser would show a page of its own in it, which
  /// says that the server refused to connect.
  private static let gone = response(
    Array("This page has ended with the device or the preview that showed it.\n".utf8),
    "text/plain; charset=utf-8", status: .notFound,
    policy: filePolicy + "; frame-ancestors 'self'", frames: true)

  private static func response(
    _ bytes: [UInt8], _ contentType: String, status: HTTPResponse.Status = .ok, policy: String = filePolicy,
    frames: Bool = false
  ) -> Response {
    var headers: HTTPFields = [
      .contentType: contentType, .contentSecurityPolicy: policy, .cacheControl: "no-store",
      // The frame has no origin, so every request that it makes is cross-origin.
      .accessControlAllowOrigin: "*",
    ]
    headers[.crossOriginResourcePolicy] = "cross-origin"
    headers[.referrerPolicy] = "no-referrer"
    headers[.permissionsPolicy] = SecurityHeaders.permissions()
    if frames {
      headers[.xFrameOptions] = "SAMEORIGIN"
      headers[.dnsPrefetchControl] = "off"
    }
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A file that is opened as a page is shown, but nothing in it runs.
  private static let filePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
}
