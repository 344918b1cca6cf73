// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
import Hummingbird
public import MartletWire
import Store

/// The one place that turns an error into an answer.
struct Failure {
  var problem: Wire.Problem
  var headers: HTTPFields
  /// For the log; holds no data of persons.
  var cause: String?

  private init(_ problem: Wire.Problem, headers: HTTPFields = [:], cause: String? = nil) {
    self.problem = problem
    self.headers = headers
    self.cause = cause
  }

  init(_ error: any Error) {
    switch error {
    case let problem as Wire.Problem: self.init(problem)
    case let refusal as Refusal: self.init(refusal.problem, headers: refusal.headers)
    case let decoding as Wire.DecodingProblem: self.init(Answers.undecodable(decoding))
    case let gzip as Wire.Gzip.Problem: self.init(Answers.undecompressable(gzip))
    case let store as StoreError: self.init(store)
    case let http as any HTTPResponseError: self.init(Answers.plain(status: http.status))
    case is CancellationError: self.init(Answers.shuttingDown, headers: [.retryAfter: "5"], cause: "cancelled")
    // Only the type: a description might quote what somebody sent.
    default: self.init(Answers.internalError, cause: "\(type(of: error))")
    }
  }

  private init(_ error: StoreError) {
    switch error {
    case .conflict: self.init(Answers.conflict)
    case .alreadyExists: self.init(Answers.alreadyExists)
    case .notFound: self.init(Answers.notFound)
    case .unavailable(let reason): self.init(Answers.storeUnavailable, headers: [.retryAfter: "5"], cause: reason)
    case .newerSchema, .olderSchema, .cannotOpen, .failed: self.init(Answers.internalError, cause: error.reason)
    }
  }
}

/// A problem that is answered with header fields of its own.
public struct Refusal: Error {
  public var problem: Wire.Problem
  public var headers: HTTPFields

  public init(_ problem: Wire.Problem, headers: HTTPFields) {
    self.problem = problem
    self.headers = headers
  }
}
