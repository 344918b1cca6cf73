// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
import Logging
public import MartletCore
import MartletWire
public import Metrics

/// The outermost middleware: fixes the request's "now", gives it an id, turns errors into answers,
/// adds security headers, counts and logs.
///
/// Logs the method, the route's pattern (never the path itself, which may contain tokens and ids),
/// status, duration and request id. Nothing of the person, the body or the query.
public struct RequestScope: RouterMiddleware {
  public typealias Context = ServerRequestContext

  private let environment: MartletCore.Environment
  private let metrics: any MetricsFactory
  private let pages: any BrowserPages
  private let isHTTPS: Bool

  public init(
    environment: MartletCore.Environment, metrics: any MetricsFactory, pages: any BrowserPages, isHTTPS: Bool
  ) {
    self.environment = environment
    self.metrics = metrics
    self.pages = pages
    self.isHTTPS = isHTTPS
  }

  public func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = environment.monotonicNow()
    var context = context
    context.receivedAt = environment.now()
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      response = answer(to: error, request: request, context: context)
    }
    SecurityHeaders.add(to: &response, isHTTPS: isHTTPS)
    response.headers[.requestID] = context.id
    response.body = response.body.written(on: context.eventLoop)
    let duration = environment.monotonicNow() - start
    count(request, context: context, status: response.status.code, duration: duration)
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method)", "route": "\(context.endpointPath ?? "none")",
        "status": "\(response.status.code)",
        "ms": "\(duration.wholeMilliseconds)",
      ])
    return response
  }

  private func answer(to error: any Error, request: Request, context: ServerRequestContext) -> Response {
    let failure = Failure(error)
    // Deliberate refusals are logged where they are decided, and not for every request.
    if failure.problem.status >= 500, !(error is Refusal) {
      context.logger.error(
        "request failed",
        metadata: ["code": "\(failure.problem.code)", "cause": "\(failure.cause ?? "unknown")"])
    }
    var response =
      request.wantsHTML
      ? pages.problem(failure.problem, request: request, context: context)
      : Response(problem: failure.problem)
    for field in failure.headers { response.headers[field.name] = field.value }
    if request.wantsHTML, failure.problem.code == Answers.signInRequired.code,
      let cookie = ReturnPlace(isHTTPS: isHTTPS).cookie(for: request)
    {
      response.headers.append(HTTPField(name: .setCookie, value: cookie.description))
    }
    return response
  }

  private func count(_ request: Request, context: ServerRequestContext, status: Int, duration: Duration) {
    // Only patterns and known methods become labels, so that strangers cannot make the registry
    // grow.
    let route = context.endpointPath ?? "none"
    let method = HTTPRequest.Method.counted.contains(request.method) ? request.method.rawValue : "other"
    Counter(
      label: "martlet_http_requests_total",
      dimensions: [("route", route), ("method", method), ("status", "\(status)")], factory: metrics
    ).increment()
    Timer(label: "martlet_http_request_seconds", dimensions: [("route", route)], factory: metrics)
      .record(duration: duration)
  }
}

extension HTTPRequest.Method {
  fileprivate static let counted: Set<Self> = [.get, .head, .post, .put, .patch, .delete, .options]
}

extension Request {
  /// Whether a browser navigates. Programs, and scripts in pages, ask for JSON or for anything.
  public var wantsHTML: Bool {
    headers[.accept]?.contains("text/html") ?? false
  }
}
