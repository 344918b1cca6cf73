// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization
import UIKit

/// A task that keeps what it is answered, and writes down what would end the app.
// Its state is behind a lock, and its request never changes.
final class SchemeTask: NSObject, WKURLSchemeTask, @unchecked Sendable {
  struct State {
    var response: URLResponse?
    var data = Data()
    var error: (any Error)?
    var isFinished = false
    var isStopped = false
  }

  let request: URLRequest
  private let state = Mutex(State())

  init(request: URLRequest) {
    self.request = request
    super.init()
  }

  var current: State { state.withLock { $0 } }
  var isLive: Bool { state.withLock { !$0.isFinished && !$0.isStopped && $0.error == nil } }

  func stop() { state.withLock { $0.isStopped = true } }

  func didReceive(_ response: URLResponse) {
    answer("a response", needsResponse: false) { $0.response = response }
  }
  func didReceive(_ data: Data) { answer("data", needsResponse: true) { $0.data += data } }
  func didFinish() { answer("the end", needsResponse: true) { $0.isFinished = true } }
  func didFailWithError(_ error: any Error) { answer("an error", needsResponse: false) { $0.error = error } }

  private func answer(_ what: String, needsResponse: Bool, _ change: (inout State) -> Void) {
    let name = request.url?.absoluteString ?? ""
    if !Thread.isMainThread { Violations.record("the task of \(name) received \(what) on another thread") }
    let problem = state.withLock { state -> String? in
      if state.isStopped { return "after it was stopped" }
      if state.isFinished || state.error != nil { return "after its end" }
      if needsResponse, state.response == nil { return "before a response" }
      change(&state)
      return nil
    }
    if let problem { Violations.record("the task of \(name) received \(what) \(problem)") }
  }
}
