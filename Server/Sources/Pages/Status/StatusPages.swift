// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPSupport

/// What went wrong and how to go on, in the usual frame.
public struct ErrorPage: Hashable, Sendable {
  public var status: Int
  public var title: String
  public var text: String
  public var actionLabel: String?
  public var actionPath: String?

  public init(status: Int, title: String, text: String, actionLabel: String? = nil, actionPath: String? = nil)
  {
    self.status = status
    self.title = title
    self.text = text
    self.actionLabel = actionLabel
    self.actionPath = actionPath
  }

  /// The page for a status about which nothing more is known.
  ///
  /// - Parameter requestID: Shown for 5xx, so that the operator can find the line in the log.
  public init(status: Int, requestID: String? = nil) {
    let reference = requestID.map { " Look for \($0) in the server’s log." } ?? ""
    let home = (label: "Go to Home", path: "/")
    let (title, text, action): (String, String, (label: String, path: String)?) =
      switch status {
      case 400: ("Bad request", "The server did not understand this request. Go back and try again.", nil)
      case 401:
        ("Sign in first", "You are not signed in, or your session has expired.", ("Sign in", "/sign-in"))
      case 403:
        (
          "This form has expired",
          "For security, a form only works for a few hours, on the page where you opened it. Go back, reload the page and try again.",
          nil
        )
      case 404: ("Page not found", "Check the address. The page may have been removed.", home)
      case 405: ("This address does not accept this request", "Nothing was changed.", home)
      case 409:
        (
          "Someone else changed this",
          "It changed after you opened it. Reload the page to see the latest version.", nil
        )
      case 413: ("Too large", "The server does not accept requests of this size. Nothing was changed.", nil)
      case 503:
        (
          "Temporarily unavailable",
          "The server cannot reach its data right now. Nothing was lost. Try again in a few seconds.", nil
        )
      case ..<500: ("Request failed", "Nothing was changed.", home)
      default: ("Something went wrong", "This is a server error." + reference, home)
      }
    self.init(status: status, title: title, text: text, actionLabel: action?.label, actionPath: action?.path)
  }
}

extension ErrorPage {
  /// Codes whose title and remedy are written for the reader of the page; those of other codes are
  /// for programs.
  private static let codesForPeople: Set<String> = [
    "cross_site", "csrf_token_wrong", "host_not_allowed", "device_gone", "shutting_down", "too_many_fields",
    "body_too_large",
    "not_permitted",
  ]

  /// Shows the problem's title and remedy if they are written for people, otherwise the meaning of
  /// the status.
  public init(status: Int, code: String, title: String, remedy: String?, requestID: String? = nil) {
    self.init(status: status, requestID: requestID)
    guard Self.codesForPeople.contains(code) else { return }
    self.title = title
    if let remedy { text = remedy }
  }
}

private struct SignInModel {
  let token: String?
  let isRefused: Bool
  let isSignedOut: Bool
  let form: SignInForm?
  let linkCommand: String
}

extension Site {
  public func html(_ page: ErrorPage, frame: Frame) -> String {
    var frame = frame
    frame.title = page.title
    return self.page("status/error", page, in: frame)
  }

  /// The pages of signing in. A link opens the first page, and only its button redeems the link. So
  /// programs that follow links before people do cannot use the link up.
  ///
  /// - Parameter linkCommand: What makes a new link.
  public func html(_ stage: SignInStage, linkCommand: String, frame: Frame) -> String {
    var frame = frame
    frame.isSignedIn = false
    frame.title = stage == .refused ? "This link does not work" : "Sign in"
    let token: String? = if case .redeem(let token) = stage { token } else { nil }
    let form: SignInForm? = if case .form(let form) = stage { form } else { nil }
    return page(
      "status/sign-in",
      SignInModel(
        token: token, isRefused: stage == .refused, isSignedOut: stage == .signedOut, form: form,
        linkCommand: linkCommand),
      in: frame)
  }
}
