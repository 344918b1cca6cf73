// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import EngagementReach

@Suite("Connection strings")
struct ConnectionStringTests {
  @Test(arguments: [
    ("Endpoint=messages.example.com;SdkKey=mk_a=b;AppId=shop", "https://messages.example.com"),
    ("AppId=shop;Endpoint=http://127.0.0.1:8080;SdkKey=mk_a=b;", "http://127.0.0.1:8080"),
  ])
  func `a connection string names the server and the SDK key`(text: String, endpoint: String) throws {
    let parts = try ConnectionString(text)
    #expect(parts.endpoint == endpoint)
    #expect(parts.sdkKey == "mk_a=b")
    #expect(parts.appID == "shop")
  }

  @Test(arguments: [
    ("", ConnectionString.Problem.missing("Endpoint")), ("Endpoint=a;AppId=b", .missing("SdkKey")),
    ("Endpoint=a;SdkKey=;AppId=b", .missing("SdkKey")),
    ("Endpoint=a;SdkKey=b", .missing("AppId")), ("Endpoint=a;SdkKey=b;AppId=c;Colour=d", .unknownPart),
    ("mk_secret", .unknownPart),
    ("Endpoint=a;Endpoint=b;SdkKey=c;AppId=d", .repeated("Endpoint")),
  ])
  func `what is wrong is said, without the key`(text: String, problem: ConnectionString.Problem) {
    #expect(throws: problem) { try ConnectionString(text) }
    #expect(!problem.description.contains("mk_secret"))
  }
}
