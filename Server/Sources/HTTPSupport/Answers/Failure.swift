// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
import Hummingbird
public import MartletWire
import Store

/// The one place that turns an error into an answer.
struct Failure {
  var problem: Wire.Problem
  var headers: HTTPFields = [:]
  /// For the log; contains no personal data.
  var cause: String?
}

extension Failure {
  init(_ error: any Error) {
    switch error {
    case let problem as Wire.Problem: self.init(problem: problem)
    case let refusal as Refusal: self.init(problem: refusal.problem, headers: refusal.headers)
    case let decoding as Wire.DecodingProblem: self.init(problem: Answers.undecodable(decoding))
    case let gzip as Wire.Gzip.Problem: self.init(problem: Answers.undecompressable(gzip))
    case let store as StoreError: self.init(store: store)
    case let rejection as Rejection: self.init(rejection)
    case let http as any HTTPResponseError: self.init(problem: Answers.plain(status: http.status))
    case is CancellationError:
      self.init(problem: Answers.shuttingDown, headers: [.retryAfter: "5"], cause: "cancelled")
    // Only the type, because a description might quote what somebody sent.
    default: self.init(problem: Answers.internalError, cause: "\(type(of: error))")
    }
  }

  /// For pages. Interfaces for programs have words of their own.
  private init(_ rejection: Rejection) {
    switch rejection {
    case .store(let error): self.init(store: error)
    case .notFound: self.init(problem: Answers.notFound)
    default: self.init(problem: Answers.conflict)
    }
  }

  private init(store error: StoreError) {
    switch error {
    case .conflict: self.init(problem: Answers.conflict)
    case .alreadyExists: self.init(problem: Answers.alreadyExists)
    case .notFound: self.init(problem: Answers.notFound)
    case .unavailable(let reason):
      self.init(problem: Answers.storeUnavailable, headers: [.retryAfter: "5"], cause: reason)
    case .limited(let wait): self.init(Answers.limited(wait: wait, by: .keyPeople, random: 0.5))
    case .newerSchema, .olderSchema, .unreleasedSchema, .cannotOpen, .failed:
      self.init(problem: Answers.internalError, cause: error.reason)
    }
  }
}

/// A problem that is answered with its own header fields.
public struct Refusal: Error {
  public var problem: Wire.Problem
  public var headers: HTTPFields

  public init(_ problem: Wire.Problem, headers: HTTPFields) {
    self.problem = problem
    self.headers = headers
  }
}
