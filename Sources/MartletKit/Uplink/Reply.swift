// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The complete meaning of an answer to a request. Problems that a developer can fix are logged.
enum Reply: Sendable {
  case synced(Wire.SyncResponse)
  case stored(Wire.EventsResponse)
  case rendered(Uplink.Rendering)
  case privacyAnswered(Result<Wire.PrivacyResponse, Martlet.PrivacyRequestError>)
  /// Nothing of the request was stored.
  case deviceRefused(Wire.DeviceCredential.Refusal)
  /// Nothing of the request was stored if it was for a user. Otherwise, `otherwise` applies.
  case usersRefused(Trust.Reason)
  case failed(RetryPolicy.Failure)

  init(_ answer: Command.Answer, to kind: Line.Kind, now: Instant, _ log: Log) {
    switch answer {
    case .none(let reason): self = Self.unanswered(reason, kind, log)
    case .response(let response) where (200..<300).contains(response.status):
      self = Self.accepted(response, kind, log)
    case .response(let response): self = Self.refused(response, kind, now, log)
    }
  }

  private static func unanswered(_ reason: String, _ kind: Line.Kind, _ log: Log) -> Reply {
    switch kind {
    case .sync, .events:
      log.info("No response from the server (\(reason)).")
      return .failed(.noAnswer)
    case .render:
      log.info("A campaign was not rendered: no response from the server (\(reason)).")
      return .rendered(.unreachable(detail: "no_answer (\(reason))"))
    case .privacy:
      log.info("A privacy request was not sent: no response from the server (\(reason)).")
      return .privacyAnswered(.failure(.init(.unreachable)))
    }
  }

  private static func accepted(_ response: TransportResponse, _ kind: Line.Kind, _ log: Log) -> Reply {
    do {
      switch kind {
      case .sync: return .synced(try Wire.decode(Wire.SyncResponse.self, from: response.body))
      case .events: return .stored(try Wire.decode(Wire.EventsResponse.self, from: response.body))
      case .render:
        let rendered = try Wire.decode(Wire.RenderResponse.self, from: response.body)
        if rendered.message != nil || rendered.banner != nil || rendered.content != nil
          || rendered.data != nil
        {
          return .rendered(.content(rendered))
        }
        let reason = rendered.withdrawn?.reason.rawValue
        log.info("A campaign was withdrawn by the server: \(reason ?? "no reason given").")
        return .rendered(.failed(.withdrawn, detail: reason ?? ""))
      case .privacy:
        return .privacyAnswered(.success(try Wire.decode(Wire.PrivacyResponse.self, from: response.body)))
      }
    } catch {
      if case .render = kind {
        log.error("The rendered campaign cannot be read: \(error)")
        return .rendered(.failed(.renderFailed, detail: "unreadable"))
      }
      log.error(
        "The server's response cannot be read (\(error)). Check that the endpoint is a Martlet server.")
      if case .privacy = kind { return .privacyAnswered(.failure(.init(.unreachable))) }
      return .failed(.noAnswer)
    }
  }

  private static func refused(_ response: TransportResponse, _ kind: Line.Kind, _ now: Instant, _ log: Log)
    -> Reply
  {
    let problem = try? Wire.decode(Wire.Problem.self, from: response.body)
    if response.status == 401, let problem {
      if let refusal = Wire.DeviceCredential.Refusal(rawValue: problem.code) {
        return .deviceRefused(refusal)
      }
      if let reason = Wire.UserSignature.reason(code: problem.code) { return .usersRefused(reason) }
    }
    let words = [problem?.title, problem?.remedy].compactMap { $0 }.joined(separator: " ")
    if case .privacy = kind {
      log.error("The server did not accept a privacy request (\(response.status)). \(words)")
      return .privacyAnswered(.failure(.init(problem, words: words, status: response.status)))
    }
    switch response.status {
    case 408, 429, 500...: log.info("The server answered \(response.status). \(words)")
    case 401, 403:
      log.error(
        "The server rejected the SDK key (\(response.status)). Nothing is sent until the next session. \(words)"
      )
    default: log.error("The server answered \(response.status). \(words)")
    }
    if case .render = kind { return .rendered(.refused(response.status)) }
    let retryAfter = RetryAfter.duration(headers: response.headers, now: now)
    return .failed(.status(response.status, retryAfter: retryAfter, isExplained: problem != nil))
  }
}

extension Uplink.Rendering {
  static func refused(_ status: Int) -> Self {
    let detail = "status (\(status))"
    return switch status {
    case 408, 429, 500...: .unreachable(detail: detail)
    default: .failed(.renderFailed, detail: detail)
    }
  }
}

extension TransportRequest {
  /// Bodies longer than this are compressed.
  static let gzipThreshold = 1_024

  init(
    _ json: [UInt8], to route: String, at endpoint: URL, key: String, _ device: Trust.DeviceProof,
    _ user: UserProofs.Proof
  ) {
    var headers = [
      "Accept": "application/json", "Content-Type": "application/json",
      "User-Agent": "Martlet/\(Martlet.version) (\(DeviceFacts.platform))",
      "X-Martlet-Key": key,
    ]
    headers[Wire.DeviceCredential.header] = device.credential
    headers[Wire.UserSignature.header] = user.signature
    var body = json
    if json.count > Self.gzipThreshold, let compressed = try? Wire.Gzip.compress(json) {
      headers["Content-Encoding"] = "gzip"
      body = compressed
    }
    self.init(
      method: "POST", url: endpoint.appendingPathComponent("sdk/v1/\(route)"), headers: headers, body: body)
  }
}
