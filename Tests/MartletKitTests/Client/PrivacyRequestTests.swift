// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// A request of the person about their own data, on a network that the test controls.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PrivacyRequestTests {
  private let transport = HeldTransport()

  private func bench(_ change: (Martlet.Configuration) -> Void = { _ in }) -> Bench {
    Bench(transport: transport) {
      $0.api.requestPolicy = .manual
      change($0)
    }
  }

  /// The next request to the route. Others stay without an answer.
  private func request(_ route: String) async -> HeldRequest {
    while true {
      let request = await transport.waitForRequest()
      // A cancelled wait returns at once, and says what it waited for.
      if request.request.url.path.hasSuffix("/sdk/v1/" + route) || Task.isCancelled { return request }
    }
  }

  private func ask(_ martlet: Martlet) -> Task<
    Result<Martlet.PrivacyRequest, Martlet.PrivacyRequestError>, Never
  > {
    Task {
      do throws(Martlet.PrivacyRequestError) {
        return .success(try await martlet.privacy.requestDeletion())
      } catch {
        return .failure(error)
      }
    }
  }

  private func reason(_ result: Result<Martlet.PrivacyRequest, Martlet.PrivacyRequestError>) -> Martlet
    .PrivacyRequestError.Reason?
  {
    if case .failure(let error) = result { error.reason } else { nil }
  }

  @Test
  func `it says who asks and for what, and returns what the server has; a state that is not known is open`()
    async throws
  {
    let bench = bench()
    bench.martlet.changeUser(userId: "ana")
    let asked = ask(bench.martlet)
    let request = await request("privacy")
    let body = try Wire.decode(Wire.PrivacyRequest.self, from: request.request.plainBody)
    let device = await bench.martlet.deviceId
    #expect(body.userID == "ana" && body.kind == .known(.deletion) && body.device.id == device)
    let response = Wire.PrivacyResponse(
      id: "q1", kind: .known(.deletion), state: Wire.Open("later"), requestedAt: Instant(milliseconds: 1_000),
      dueAt: Instant(milliseconds: 5_000))
    request.answer(.init(status: 200, body: Wire.encode(response)))
    let told = try await asked.value.get()
    #expect(told.id == "q1" && told.state == .open && told.kind == .deletion)
    #expect(
      told.requestedAt == Date(timeIntervalSince1970: 1) && told.dueAt == Date(timeIntervalSince1970: 5))
  }

  @Test(
    arguments: [
      (403, "privacy_requests_off", Martlet.PrivacyRequestError.Reason.notAllowed),
      (403, "privacy_user_not_verified", .notAuthenticated),
      (403, "privacy_not_signed_in", .notSignedIn), (403, "privacy_device_not_proven", .notAuthenticated),
      (409, "privacy_belongs_to_user", .belongsToUser), (404, "privacy_nothing_stored", .nothingStored),
      (401, "sdk_authentication_missing", .notAuthenticated), (401, "key_unknown", .refused),
      (429, "too_many_requests", .serverBusy),
      (503, "overloaded", .serverBusy), (404, "not_found", .refused),
    ])
  func `what the server says against it is the reason, and the connection stays open for events`(
    status: Int, code: String, reason: Martlet.PrivacyRequestError.Reason
  ) async {
    let bench = bench()
    let asked = ask(bench.martlet)
    let problem = Wire.Problem(status: status, code: code, title: "No.", remedy: "Do this.")
    await request("privacy").answer(.init(status: status, body: Wire.encode(problem)))
    let result = await asked.value
    #expect(self.reason(result) == reason)
    bench.martlet.logCustomEvent(name: "a")
    async let flushed = bench.martlet.flush()
    await request("events").answerStored()
    #expect(await flushed.isComplete)
  }

  @Test
  func
    `a user without a valid signature hears so, and their events go on, because other requests may need none`()
    async
  {
    let bench = bench()
    bench.martlet.changeUser(userId: "ana")
    let asked = ask(bench.martlet)
    let problem = Wire.Problem(
      status: 401, code: "sdk_authentication_missing", title: "No.", remedy: "Do this.")
    await request("privacy").answer(.init(status: 401, body: Wire.encode(problem)))
    #expect(reason(await asked.value) == .notAuthenticated)
    bench.martlet.logCustomEvent(name: "a")
    async let flushed = bench.martlet.flush()
    await request("events").answerStored()
    #expect(await flushed.isComplete)
  }

  @Test func `without a network or with an answer that cannot be read, the server was not reached`() async {
    let bench = bench()
    var asked = ask(bench.martlet)
    await request("privacy").fail(URLError(.notConnectedToInternet))
    #expect(reason(await asked.value) == .unreachable)
    asked = ask(bench.martlet)
    await request("privacy").answer(.init(status: 200, body: Array("<html>".utf8)))
    #expect(reason(await asked.value) == .unreachable)
  }

  @Test
  func
    `it never hangs: an SDK that is turned off meanwhile or is off, a task that is cancelled, a client without a server`()
    async
  {
    let bench = bench()
    let open = ask(bench.martlet)
    _ = await request("privacy")
    bench.martlet.isEnabled = false
    #expect(reason(await open.value) == .disabled)
    #expect(reason(await ask(bench.martlet).value) == .disabled)

    bench.martlet.isEnabled = true
    let cancelled = ask(bench.martlet)
    _ = await request("privacy")
    cancelled.cancel()
    #expect(reason(await cancelled.value) == .cancelled)

    let lost = self.bench { $0.api.endpoint = "" }
    #expect(reason(await ask(lost.martlet).value) == .noEndpoint)
  }
}
