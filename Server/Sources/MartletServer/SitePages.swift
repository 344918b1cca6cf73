// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletWire
import Pages

/// The pages of the HTTP layer, in the console's frame.
struct SitePages: BrowserPages {
  let site: Site

  func signIn(_ stage: SignInStage, request: Request, context: ServerRequestContext) -> Response {
    Response(
      status: stage == .refused ? .gone : .ok, html: site.html(stage, frame: Frame(title: "", scheme: Frame.Scheme(of: request))))
  }

  func problem(_ problem: Wire.Problem, request: Request, context: ServerRequestContext) -> Response {
    var signedIn = false
    var token = ""
    if case .browser(let session) = context.principal { (signedIn, token) = (true, session.formToken) }
    let page = ErrorPage(
      status: problem.status, code: problem.code, title: problem.title, remedy: problem.remedy,
      requestID: problem.status >= 500 ? context.id : nil)
    let frame = Frame(title: page.title, csrfToken: token, scheme: Frame.Scheme(of: request), isSignedIn: signedIn)
    return Response(status: HTTPResponse.Status(code: problem.status), html: site.html(page, frame: frame))
  }
}
