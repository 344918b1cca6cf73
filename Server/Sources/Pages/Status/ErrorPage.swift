// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What went wrong, in the same frame as everything else, with the way on.
public struct ErrorPage: Hashable, Sendable {
  public var status: Int
  public var title: String
  public var text: String
  public var actionLabel: String?
  public var actionPath: String?

  public init(status: Int, title: String, text: String, actionLabel: String? = nil, actionPath: String? = nil) {
    self.status = status
    self.title = title
    self.text = text
    self.actionLabel = actionLabel
    self.actionPath = actionPath
  }

  /// The page for a status when nothing more is known.
  ///
  /// - Parameter requestID: Shown for 5xx, so that the operator can find the line in the log.
  public init(status: Int, requestID: String? = nil) {
    let home = ("Go to Campaigns", "/campaigns")
    switch status {
    case 400:
      self.init(
        status: status, title: "Bad request",
        text: "The server did not understand this request. Go back and try again.")
    case 401:
      self.init(
        status: status, title: "Sign in first",
        text: "You are not signed in, or your session has expired.", actionLabel: "How to sign in", actionPath: "/sign-in")
    case 403:
      self.init(
        status: status, title: "This form has expired",
        text:
          "For security, a form only works for a few hours, on the page where you opened it. Go back, reload the page and try again."
      )
    case 404:
      self.init(
        status: status, title: "Page not found",
        text: "Check the address. The page may have been removed.", actionLabel: home.0, actionPath: home.1)
    case 405:
      self.init(
        status: status, title: "This address does not accept this request", text: "Nothing was changed.", actionLabel: home.0,
        actionPath: home.1)
    case 409:
      self.init(
        status: status, title: "Someone else changed this",
        text: "It changed after you opened it. Reload the page to see the latest version.")
    case 413:
      self.init(status: status, title: "Too large", text: "The server does not accept requests of this size. Nothing was changed.")
    case 503:
      self.init(
        status: status, title: "Temporarily unavailable",
        text: "The server cannot reach its data right now. Nothing was lost. Try again in a few seconds.")
    default:
      let reference = requestID.map { " Look for \($0) in the server’s log." } ?? ""
      self.init(
        status: status, title: status < 500 ? "Request failed" : "Something went wrong",
        text: status < 500 ? "Nothing was changed." : "This is a server error." + reference, actionLabel: home.0,
        actionPath: home.1)
    }
  }
}

extension ErrorPage {
  /// The codes whose own words are written for the person in front of the page; the others' speak to programs.
  private static let codesForPeople: Set<String> = [
    "cross_site", "csrf_token_wrong", "host_not_allowed", "device_gone", "shutting_down", "too_many_fields", "body_too_large",
  ]

  /// Says what is known: title and remedy of the problem where they are for people, else what its status means.
  public init(status: Int, code: String, title: String, remedy: String?, requestID: String? = nil) {
    self.init(status: status, requestID: requestID)
    guard Self.codesForPeople.contains(code) else { return }
    self.title = title
    if let remedy { text = remedy }
  }
}

extension Site {
  public func html(_ page: ErrorPage, frame: Frame) -> String {
    var frame = frame
    frame.title = page.title
    return self.page("status/error", page, in: frame)
  }
}
