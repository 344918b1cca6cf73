// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Identity

/// What a page about accounts shows when something was not done.
struct AccountRefusal {
  /// By field of the form.
  var fields: [AccountProblem.Field: String] = [:]
  /// About the form as a whole.
  var words: String?
  var status = HTTPResponse.Status.unprocessableContent
  /// Seconds, for the header field `Retry-After`.
  var retryAfter: Int?

  static let none = AccountRefusal(status: .ok)

  init(
    fields: [AccountProblem.Field: String] = [:], words: String? = nil,
    status: HTTPResponse.Status = .unprocessableContent
  ) {
    self.fields = fields
    self.words = words
    self.status = status
  }

  /// Throws what only the error page can say.
  init(_ problem: AccountProblem) throws {
    switch problem {
    case .fields(let fields): self.init(fields: fields)
    case .wrong: self.init(words: "The e-mail address or the password is wrong.")
    case .wait(let wait):
      let (words, seconds) = Answers.tooManyGuesses(wait: wait)
      self.init(words: words, status: .tooManyRequests)
      retryAfter = seconds
    case .busy:
      self.init(
        words: "Many people sign in right now. Try again in a few seconds.", status: .serviceUnavailable)
      retryAfter = 5
    case .linkGone: self.init(words: "This link has been used or has expired.", status: .gone)
    case .team(let problem): self.init(words: problem.words, status: .conflict)
    case .store(let error): throw error
    }
  }
}

extension TeamProblem {
  /// A sentence that says why, and what to do.
  var words: String {
    switch self {
    case .notManaged(.owner): "Only an owner can do this with owners."
    case .notManaged(let role): "Your role cannot do this with the role \(role.traits.name)."
    case .oneself: "You cannot change your own role or deactivate yourself. Ask another admin."
    case .lastOwner: "There must be an active owner. Make somebody else owner first."
    case .notNow(let state): "This is not possible any more: the member is \(state.words.lowercased())."
    }
  }
}

extension Member.State {
  var words: String {
    switch self {
    case .invited: "Invited"
    case .active: "Active"
    case .deactivated: "Deactivated"
    }
  }

  /// The tone of the state's chip.
  var tone: String {
    switch self {
    case .invited: "warn"
    case .active: "good"
    case .deactivated: "plain"
    }
  }
}
