// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPSupport
import HTTPTypes
import MartletServer
import MartletTesting
import MartletWire
import Store
import Testing

@Suite("Whoever does too much has to wait", .timeLimit(.minutes(5)))
struct LimitTests {
  private static func limits(_ text: String) -> RateLimits {
    var limits = RateLimits.none
    #expect(limits.change(text) == nil)
    return limits
  }

  private static func body(device: String, user: String? = nil, events: ClosedRange<Int>) -> String {
    let user = user.map { #","user_id":"\#($0)""# } ?? ""
    let events = events.map {
      #"{"id":"\#(device)-\#($0)","kind":"custom","name":"a","at":1750000000000\#(user)}"#
    }
    return
      #"{"version":1,"device":{"id":"\#(device)"},"sent_at":1750000000000\#(user),"events":[\#(events.joined(separator: ","))]}"#
  }

  @Test func `of the limits that are about all servers, each of several admits its part`() {
    let limiter = RequestLimiter(
      .standard, proxies: .local, environment: ManualClock().environment, metrics: MetricsRegistry())
    limiter.share(among: 4)
    #expect(limiter.limits[.keyPeople] == RateLimit(perSecond: 12.5, burst: 2_500))
    #expect(limiter.limits[.keyPrivacy] == RateLimit(perSecond: 0.5, burst: 125))
    #expect(limiter.limits[.deviceRequests] == RateLimits.standard[.deviceRequests])
    limiter.share(among: 1)
    #expect(limiter.limits == .standard)
  }

  @Test
  func
    `a device beyond its limit gets 429 with the time to wait and nothing of the request is stored; other devices are not concerned`()
    async throws
  {
    try await TestServer.run(limits: Self.limits("device-requests=0.001/3")) { server in
      for index in 0..<3 {
        #expect(
          try await server.device("/sdk/v1/events", Self.body(device: "one", events: index...index)).status
            == 200)
      }
      let refused = try await server.device("/sdk/v1/events", Self.body(device: "one", events: 3...3))
      #expect(refused.status == 429)
      #expect(refused.json["code"] == "too_many_requests")
      #expect(refused.json["title"]?.string?.contains("device-requests") == true)
      #expect(refused.json["remedy"]?.string?.isEmpty == false)
      let wait = try #require(refused.header("Retry-After").flatMap { Int($0) })
      #expect((1...1_000).contains(wait))
      #expect(try await server.device("/sdk/v1/sync", Self.body(device: "one", events: 3...3)).status == 429)
      #expect(
        try await server.device("/sdk/v1/events", Self.body(device: "other", events: 0...0)).status == 200)
      #expect(try await server.services.store.eventCounts(app: FirstStart.sampleApp) == ["custom": 4])
      #expect(
        try await server.send("GET", "/metrics").text.contains(
          #"martlet_limited_total{limit="device-requests"} 2"#))
    }
  }

  @Test(
    arguments: ["device", "address", "key"])
  func `the bytes of a device, an address and a key are limited, decompressed and with what each event costs`(
    whose: String
  ) async throws {
    try await TestServer.run(limits: Self.limits("\(whose)-bytes=1/50000")) { server in
      var statuses: [Int] = []
      for index in 0..<12 {
        let body = Self.body(
          device: whose == "device" ? "one" : "device-\(index)", events: (index * 10)...(index * 10 + 9))
        let answer = try await server.send(
          "POST", "/sdk/v1/events",
          headers: ["X-Martlet-Key": server.deviceKey, "X-Forwarded-For": "203.0.113.7"],
          body: Array(body.utf8))
        statuses.append(answer.status)
      }
      // Ten events of about 70 bytes and 400 each.
      #expect(statuses == Array(repeating: 200, count: 10) + [429, 429])
    }
  }

  @Test
  func
    `an address is limited, as the proxy on this machine tells it; what a client writes into the list itself changes nothing`()
    async throws
  {
    try await TestServer.run(limits: Self.limits("address-requests=0.001/2")) { server in
      func ask(_ forwarded: String?, _ header: String = "X-Forwarded-For", key: String? = nil) async throws
        -> Int
      {
        var headers = ["X-Martlet-Key": key ?? server.deviceKey]
        if let forwarded { headers[header] = forwarded }
        return try await server.send("POST", "/sdk/v1/sync", headers: headers, body: Array("{}".utf8)).status
      }
      // Without a key: guessing keys is limited too.
      var guesses: [Int] = []
      for index in 0..<3 { guesses.append(try await ask("203.0.113.7", key: "guess-\(index)")) }
      #expect(guesses == [401, 401, 429])
      let cases: [(list: String, header: String, status: Int)] = [
        ("198.51.100.1, 203.0.113.7", "X-Forwarded-For", 429),
        ("198.51.100.2, 203.0.113.7:4711, 127.0.0.1", "X-Forwarded-For", 429),
        ("203.0.113.7, 203.0.113.8", "X-Forwarded-For", 400),
        // One customer has a whole network of IPv6.
        (#"for="[2001:db8:1:2::1]:80";proto=https"#, "Forwarded", 400),
        (#"for="[2001:db8:1:2:ffff::9]""#, "Forwarded", 400),
        ("2001:db8:1:2::3", "X-Forwarded-For", 429),
        ("2001:db8:1:3::3", "X-Forwarded-For", 400),
      ]
      for (list, header, status) in cases {
        let answered = try await ask(list, header)
        #expect(answered == status, "\(list)")
      }
      // Programs on this machine.
      for _ in 0..<5 {
        let answered = try await ask(nil)
        #expect(answered == 400)
      }
    }
  }

  @Test
  func
    `nobody can invent people without bound: what would make one more has to wait, and those who are known do not`()
    async throws
  {
    try await TestServer.run(limits: Self.limits("key-people=0.001/5")) { server in
      var statuses: [Int] = []
      for index in 0..<20 {
        statuses.append(
          try await server.device(
            "/sdk/v1/events", Self.body(device: "d", user: "u\(index)", events: index...index)
          ).status)
      }
      #expect(statuses == Array(repeating: 200, count: 5) + Array(repeating: 429, count: 15))
      #expect(
        try await server.device("/sdk/v1/events", Self.body(device: "d", user: "u0", events: 99...99)).status
          == 200)
      // Somebody new gets their campaigns all the same; they are not kept before they do something.
      let sync = try await server.device(
        "/sdk/v1/sync", #"{"version":1,"device":{"id":"new"},"sent_at":1750000000000}"#)
      #expect(sync.status == 200 && sync.json["definitions"]?["campaigns"]?.count ?? 0 > 0)
      let people = try await server.services.store.people(
        search: nil, app: FirstStart.sampleApp, after: nil, limit: 200)
      #expect(Set(people.elements.map(\.id)) == Set((0..<5).map { "u:u\($0)" }))
      #expect(try await server.services.store.eventCounts(app: FirstStart.sampleApp) == ["custom": 6])
      // One batch that names many people is refused as a whole.
      let many = (0..<10).map {
        #"{"id":"m\#($0)","kind":"custom","name":"a","at":1750000000000,"user_id":"many\#($0)"}"#
      }
      let body =
        #"{"version":1,"device":{"id":"d"},"sent_at":1750000000000,"events":[\#(many.joined(separator: ","))]}"#
      #expect(try await server.device("/sdk/v1/events", body).status == 429)
    }
  }

  @Test func `programs with a management key, and attempts to sign in, are limited too`() async throws {
    try await TestServer.run(limits: Self.limits("management-requests=0.001/3, sign-in=0.001/3")) { server in
      var statuses: [Int] = []
      for _ in 0..<4 { statuses.append(try await server.manage("GET", "/campaigns").status) }
      #expect(statuses == [200, 200, 200, 429])
      var attempts: [Int] = []
      for _ in 0..<4 {
        attempts.append(
          try await server.send(
            "POST", "/sign-in",
            headers: [
              "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "203.0.113.9",
              "Sec-Fetch-Site": "same-origin",
            ],
            body: Array("token=guess".utf8)
          ).status)
      }
      #expect(attempts.last == 429 && !attempts.dropLast().contains(429))
    }
  }

  @Test func `limits are read from words; what is wrong with them names the word`() throws {
    let variables = [
      "MARTLET_LIMITS": "device-requests=2/240, key-people=off", "MARTLET_TRUSTED_PROXIES": "10.0.0.0/8",
    ]
    let configuration = try ServerConfiguration(
      flags: [.limits: "device-requests=3/30"], variables: variables)
    #expect(configuration.limits[.deviceRequests] == RateLimit(perSecond: 3, burst: 30))
    #expect(configuration.limits[.keyPeople] == nil)
    #expect(configuration.limits[.addressBytes] == RateLimits.standard[.addressBytes])
    #expect(configuration.trustedProxies == TrustedProxies("10.0.0.0/8"))
    for wrong in [
      "phones=1/2", "device-requests", "device-requests=1", "device-requests=0/1", "device-requests=1/0",
      "device-requests=nan/5",
    ] {
      let problem = #expect(throws: StartProblem.self) {
        try ServerConfiguration(flags: [.limits: wrong], variables: [:])
      }
      let words = try #require(problem).description
      #expect(words.contains(wrong), "\(wrong)")
    }
    #expect(throws: StartProblem.self) {
      try ServerConfiguration(flags: [.trustedProxies: "everybody"], variables: [:])
    }
  }

  @Test func `of a proxy's list the last address counts that is no proxy's; nobody else's list is read`()
    throws
  {
    let proxies = try #require(TrustedProxies("10.0.0.0/8, 2001:db8:f::/48"))
    func client(_ peer: String, _ list: String?) -> IPAddress? {
      var headers = HTTPFields()
      if let list, let name = HTTPField.Name("X-Forwarded-For") { headers[name] = list }
      return IPAddress(peer).flatMap { proxies.client(of: $0, headers: headers) }
    }
    #expect(client("192.0.2.1", "198.51.100.1") == IPAddress("192.0.2.1"))
    #expect(client("10.1.2.3", "198.51.100.1") == IPAddress("198.51.100.1"))
    #expect(client("::ffff:10.1.2.3", "6.6.6.6, 198.51.100.1, 10.9.9.9") == IPAddress("198.51.100.1"))
    #expect(client("2001:db8:f:1::5", "2001:db8:e::1") == IPAddress("2001:db8:e::1"))
    #expect(client("10.1.2.3", nil) == nil)
    #expect(client("10.1.2.3", "6.6.6.6, unknown") == nil)
    #expect(client("127.0.0.1", "10.0.0.1, 127.0.0.1") == nil)
  }

  @Test func `addresses are read in all their forms, and nothing else is`() {
    #expect(IPAddress("192.0.2.1:8080") == IPAddress("::ffff:192.0.2.1"))
    #expect(IPAddress("[2001:DB8::1]:443") == IPAddress("2001:db8:0:0:0:0:0:1"))
    #expect(IPAddress("fe80::1%eth0") == IPAddress("fe80::1"))
    #expect(IPAddress("::") != nil && IPAddress("1::") != nil)
    for wrong in [
      "", "1.2.3", "1.2.3.256", "1.2.3.4.5", "::1::", ":::", "12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
      "+1.2.3.4", "[::1", "g::1",
    ] {
      #expect(IPAddress(wrong) == nil, "\(wrong)")
    }
  }
}
