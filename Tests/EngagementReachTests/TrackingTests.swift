// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import Testing

@testable import EngagementReach

@Suite("Activities, jobs, events and errors of apps that move in")
struct TrackingTests {
  private var tracking = Tracking()

  @Test mutating func `an activity is a screen`() throws {
    #expect(try tracking.startActivity("cart", ["items": 2]) == .screen("cart", ["items": 2]))
    #expect(try tracking.startActivity(nil, nil) == .screen("default", [:]))
  }

  @Test mutating func `a job is an event at its start and at its end, with its seconds`() throws {
    #expect(
      try tracking.startJob("upload", ["size": 3], at: .seconds(10)) == [
        .custom("job_started", ["job_name": "upload", "size": 3])
      ])
    #expect(
      try tracking.endJob("upload", at: .seconds(12))
        == .custom("job_ended", ["job_name": "upload", "seconds": 2.0]))
    #expect(try tracking.endJob("upload", at: .seconds(13)) == nil)
  }

  @Test mutating func `a job that starts again ends first`() throws {
    _ = try tracking.startJob("upload", nil, at: .zero)
    let events = try tracking.startJob("upload", nil, at: .seconds(5))
    #expect(
      events == [
        .custom("job_ended", ["job_name": "upload", "seconds": 5.0]),
        .custom("job_started", ["job_name": "upload"]),
      ])
  }

  @Test
  mutating func
    `events of a session count only while an activity runs, and those of a job only while it runs`() throws
  {
    #expect(try tracking.event("tap", nil, in: .session) == nil)
    #expect(try tracking.error("lost", nil, in: .job("upload")) == nil)
    _ = try tracking.startActivity("cart", nil)
    _ = try tracking.startJob("upload", nil, at: .zero)
    #expect(try tracking.event("tap", nil, in: .session) == .custom("tap", [:]))
    #expect(try tracking.event("part", nil, in: .job("upload")) == .custom("part", ["job_name": "upload"]))
    #expect(
      try tracking.error("lost", ["code": 5], in: .job("upload"))
        == .custom("error", ["error_name": "lost", "job_name": "upload", "code": 5]))
    tracking.endActivity()
    #expect(try tracking.event("tap", nil, in: .session) == nil)
    #expect(try tracking.error("lost", nil, in: .job("upload")) != nil)
  }

  @Test(arguments: ["", String(repeating: "a", count: 65)])
  func `names have 1 to 64 characters`(name: String) throws {
    var tracking = tracking
    #expect(throws: Tracking.Rejection.name("activity")) { try tracking.startActivity(name, nil) }
    #expect(throws: Tracking.Rejection.name("job")) { try tracking.startJob(name, nil, at: .zero) }
    #expect(throws: Tracking.Rejection.name("event")) { try tracking.event(name, nil, in: .none) }
    #expect(throws: Tracking.Rejection.name("error")) { try tracking.error(name, nil, in: .none) }
    #expect(throws: Tracking.Rejection.name("event")) { try tracking.event(nil, nil, in: .none) }
    #expect(try tracking.event(String(repeating: "a", count: 64), nil, in: .none) != nil)
  }

  @Test(arguments: ["", "1st", "a-b", "a b", "_a", "größe", String(repeating: "k", count: 65)])
  func `keys start with a letter and have letters, digits and underscores`(key: String) {
    #expect(throws: Tracking.Rejection.key) { try Tracking.properties([key: 1]) }
  }

  @Test func `a key that is no text is refused`() {
    #expect(throws: Tracking.Rejection.key) { try Tracking.properties([1: "a"]) }
  }

  @Test func `as JSON, extras have up to 1,024 characters`() throws {
    let around = #"{"k":""}"#.count
    #expect(try Tracking.properties(["k": String(repeating: "x", count: 1_024 - around)]).count == 1)
    #expect(throws: Tracking.Rejection.size) {
      try Tracking.properties(["k": String(repeating: "x", count: 1_025 - around)])
    }
  }

  @Test func `values are texts, numbers, booleans, lists and dictionaries, and other objects are refused`()
    throws
  {
    let url = try #require(URL(string: "https://example.test/a"))
    let properties = try Tracking.properties([
      "flag": true, "number": 1, "part": 1.5, "text": "a", "link": url, "data": Data([0, 1, 2]),
      "list": [1, 2], "tree": ["a": ["b": url]],
    ])
    #expect(
      properties == [
        "flag": true, "number": 1, "part": 1.5, "text": "a", "link": "https://example.test/a", "data": "AAEC",
        "list": [1, 2],
        "tree": ["a": ["b": "https://example.test/a"]],
      ])
    #expect(throws: Tracking.Rejection.self) { try Tracking.properties(["k": JSONDecoder()]) }
  }
}
