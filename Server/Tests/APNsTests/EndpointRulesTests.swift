// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import MartletCore
import NIOHPACK
import Testing

@testable import APNs
@testable import PushEndpoint

@Suite("Checks of the endpoint")
struct EndpointRulesTests {
  private static let valid = [
    ":method": "POST", ":path": "/3/device/ab12", "apns-topic": "com.example.app", "apns-push-type": "alert",
    "apns-priority": "10",
    "apns-id": "0f8fad5b-d9cb-469f-a165-70867728950e", "apns-expiration": "0",
  ]

  private static func refusal(_ changes: [String: String?], more: [(String, String)] = []) -> APNsReason? {
    var fields = valid
    for (name, value) in changes { fields[name] = value }
    return RequestRules(topics: ["com.example.app"]).refusal(
      of: RequestHead(HPACKHeaders(fields.map { ($0.key, $0.value) } + more)))
  }

  @Test func `a request as Apple documents it passes`() {
    #expect(Self.refusal([:]) == nil)
    // What other senders leave out.
    #expect(Self.refusal(["apns-id": nil, "apns-priority": nil, "apns-expiration": nil]) == nil)
  }

  @Test(
    arguments: [
      (":method", "GET", APNsReason.methodNotAllowed), (":path", "/", .badPath),
      (":path", "/3/device/ab/12", .badPath),
      (":path", "/3/device/", .missingDeviceToken), (":path", "/3/device/xyz", .badDeviceToken),
      ("apns-topic", nil, .missingTopic),
      ("apns-topic", "", .badTopic), ("apns-topic", "com.example.other", .topicDisallowed),
      ("apns-push-type", nil, .invalidPushType),
      ("apns-push-type", "loud", .invalidPushType), ("apns-push-type", "background", .badPriority),
      ("apns-id", "7", .badMessageID),
      ("apns-priority", "7", .badPriority), ("apns-expiration", "soon", .badExpirationDate),
      ("apns-collapse-id", String(repeating: "a", count: 65), .badCollapseID),
    ] as [(String, String?, APNsReason)])
  func `each mistake has Apple’s reason`(field: String, value: String?, reason: APNsReason) {
    #expect(Self.refusal([field: value]) == reason)
  }

  @Test func `a field that comes twice is refused`() {
    #expect(Self.refusal([:], more: [("apns-topic", "com.example.app")]) == .duplicateHeaders)
  }

  @Test(arguments: [(0, APNsReason.payloadEmpty), (1, nil), (4_096, nil), (4_097, .payloadTooLarge)])
  func `payloads have 1 to 4,096 bytes`(bytes: Int, reason: APNsReason?) {
    #expect(RequestRules().refusal(ofPayload: bytes) == reason)
  }

  @Test func `provider tokens are checked for form, age, and how often they change`() async throws {
    let secret = P256.Signing.PrivateKey()
    let key = try SigningKey(p8: secret.pemRepresentation, keyID: "ABC1234567", teamID: "DEF8901234")
    let start = Instant(milliseconds: 1_767_225_600_000)
    func token(_ age: Int64) async throws -> String {
      "bearer " + (try await key.token(issuedAt: start.milliseconds / 1_000 - age))
    }
    let registered = try RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKeyPEM: key.publicKeyPEM)
    var rules = ProviderTokenRules([registered])
    var first: String?
    func refusal(_ text: String?, after: Duration = .zero) -> APNsReason? {
      rules.refusal(of: text, firstKeyID: &first, at: start + after)
    }

    #expect(refusal(nil) == .missingProviderToken)
    #expect(refusal("") == .missingProviderToken)
    for text in ["bearer", "basic x.y.z", "bearer x.y.z", "bearer x.y"] {
      #expect(refusal(text) == .invalidProviderToken)
    }
    #expect(refusal(try await token(3_601)) == .expiredProviderToken)
    #expect(refusal(try await token(-120)) == .invalidProviderToken)

    let good = try await token(0)
    #expect(refusal(good) == nil)
    #expect(refusal(good.dropLast(2) + "AA") == .invalidProviderToken)
    #expect(refusal(good, after: .seconds(3_600)) == nil)
    #expect(refusal(good, after: .seconds(3_601)) == .expiredProviderToken)
    let next = try await token(-1)
    #expect(refusal(next, after: .seconds(19 * 60)) == .tooManyProviderTokenUpdates)
    #expect(refusal(next, after: .seconds(20 * 60)) == nil)
    first = "OTHER12345"
    #expect(refusal(next, after: .seconds(20 * 60)) == .unrelatedKeyIDInToken)
  }

  @Test func `a script serves each step of a device once, and a step by number comes first`() {
    var script = EndpointScript(otherwise: .accept, byNumber: [2: .ignore], byToken: ["ab": [.hold, .close]])
    #expect(script.step(number: 1, deviceToken: "ab") == .hold)
    #expect(script.step(number: 2, deviceToken: "ab") == .ignore)
    #expect(script.step(number: 3, deviceToken: "ab") == .close)
    #expect(script.step(number: 4, deviceToken: "ab") == .accept)
    #expect(script.step(number: 5, deviceToken: "cd") == .accept)
  }
}
