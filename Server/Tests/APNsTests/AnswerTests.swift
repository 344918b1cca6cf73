// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import APNs

@Suite("Answers of APNs")
struct AnswerTests {
  @Test(arguments: APNsReason.allCases)
  func `Apple’s table is complete: each reason has its documented status`(reason: APNsReason) {
    // As documented, written down once more, by status.
    let documented: [Int: Set<String>] = [
      400: [
        "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic",
        "DeviceTokenNotForTopic",
        "DuplicateHeaders", "IdleTimeout", "InvalidPushType", "MissingDeviceToken", "MissingTopic",
        "PayloadEmpty", "TopicDisallowed",
      ],
      403: [
        "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden",
        "InvalidProviderToken", "MissingProviderToken",
        "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken",
      ],
      404: ["BadPath"], 405: ["MethodNotAllowed"], 410: ["ExpiredToken", "Unregistered"],
      413: ["PayloadTooLarge"],
      429: ["TooManyProviderTokenUpdates", "TooManyRequests"], 500: ["InternalServerError"],
      503: ["ServiceUnavailable", "Shutdown"],
    ]
    #expect(documented[reason.status]?.contains(reason.rawValue) == true)
    #expect(documented.values.map(\.count).reduce(0, +) == APNsReason.allCases.count)
    #expect(reason.words.hasSuffix("."))
  }

  @Test func `what Apple says never to retry is not retried`() {
    for reason in [APNsReason.badDeviceToken, .deviceTokenNotForTopic, .expiredToken, .unregistered] {
      #expect(reason.meaning == .invalidToken)
    }
    #expect(APNsReason.forbidden.meaning == .stop)
    #expect(APNsReason.payloadTooLarge.meaning == .mistake)
  }

  @Test(
    arguments: [(400, "mistake"), (403, "stop"), (410, "invalidToken"), (418, "mistake")])
  func `an undocumented reason means what its status means`(status: Int, meaning: String) {
    let answer = APNsAnswer(status: status, body: Array(#"{"reason":"NewInSpring"}"#.utf8))
    #expect(answer.reason == nil)
    #expect(answer.meaning.map { "\($0)" } == meaning)
  }

  @Test(arguments: [500, 502, 503, 599])
  func `errors of the service wait 15 minutes, documented or not`(status: Int) {
    #expect(APNsAnswer(status: status).meaning == .later(.ofService))
    #expect(Wait.ofService.first == .seconds(900))
  }

  @Test(arguments: ["", "<html>", #"{"reason":7}"#, #"{"timestamp":1e400}"#, "[]"])
  func `a body that is not JSON leaves the status’s meaning`(body: String) {
    let answer = APNsAnswer(status: 410, body: Array(body.utf8))
    #expect(answer.meaning == .invalidToken)
    #expect(answer.timestamp == nil)
  }

  @Test(arguments: ["BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken"])
  func `both spellings of the wrong environment are understood`(text: String) {
    #expect(APNsReason(text: text) == .badEnvironmentKeyIDInToken)
  }

  @Test(arguments: [(999, true), (1_000, true), (1_001, false)])
  func `a token that was registered after it had become invalid stays`(milliseconds: Int64, retires: Bool) {
    let token = InvalidToken(reason: .unregistered, since: Instant(milliseconds: 1_000))
    #expect(token.retires(registeredAt: Instant(milliseconds: milliseconds)) == retires)
  }

  @Test func `waits double up to the longest one, and spread by up to a quarter`() {
    let wait = Wait(scope: .push, first: .seconds(10), longest: .seconds(100))
    #expect(
      (0...6).map { wait.duration(attempts: $0, random: 0) }
        == [10, 10, 20, 40, 80, 100, 100].map { .seconds($0) })
    #expect(wait.duration(attempts: 1, random: 0.5) == .milliseconds(11_250))
    #expect(wait.duration(attempts: .max, random: 0) == .seconds(100))
  }

  @Test(
    arguments: [
      ("5", 10), ("11", 11), ("200", 200), ("4000000000", 86_400), ("soon", 10), ("-3", 10),
      ("99999999999999999999", 10),
    ])
  func `Retry-After applies if it is longer, up to a day`(field: String, seconds: Int) {
    let wait = Wait(scope: .push, first: .seconds(10), longest: .seconds(100))
    let answer = APNsAnswer(status: 429, retryAfter: field)
    #expect(
      Postponement(cause: .answer(answer), wait: wait).duration(attempts: 1, random: 0) == .seconds(seconds))
  }
}
