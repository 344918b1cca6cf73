// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletServer
import MartletWire
import Testing

@Suite("People as files over HTTP", .timeLimit(.minutes(5)))
struct PeopleFileHTTPTests {
  private static let csv = ["Content-Type": "text/csv"]

  @Test func `a file is checked, imported, sent again without effect, and exported as it was`() async throws {
    try await TestServer.run { server in
      let file =
        "user_id,plan,visits,born,formula\r\nana,pro,3,2000-01-31,'=1+1\r\nben,free,x,1999-12-31,\r\n"
      let path = "/people/import?import_id=june&type=born:date&type=visits:number"
      let check = try await server.manage("POST", path + "&dry_run=true", file, headers: Self.csv)
      #expect(
        check.json["good_lines"] == 1 && check.json["problem_count"] == 1 && check.json["dry_run"] == true)
      #expect(check.json["problems"]?[0]?["line"] == 3 && check.json["problems"]?[0]?["column"] == "visits")
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
      let first = try await server.manage("POST", path, file, headers: Self.csv)
      #expect(first.json["stored"] == 4 && first.json["known"] == 0 && first.json["import_id"] == "june")
      let again = try await server.manage("POST", path, file, headers: Self.csv)
      #expect(again.json["stored"] == 0 && again.json["known"] == 4)
      let problems = try await server.manage(
        "POST", path + "&dry_run=true&problems=csv", file, headers: Self.csv)
      #expect(
        problems.header("Content-Type") == "text/csv; charset=utf-8" && problems.text.contains("3,visits,"))
      let export = try await server.manage("GET", "/people/export.csv")
      #expect(export.header("Content-Disposition") == "attachment; filename=\"people.csv\"")
      #expect(export.text == "user_id,born,formula,plan,visits\r\nana,2000-01-31T00:00:00Z,'=1+1,pro,3\r\n")
      let lines = try await server.manage("GET", "/people/export.ndjson")
      let person = try Wire.decode(Wire.JSONValue.self, from: Array(lines.bytes.dropLast()))
      #expect(
        person["user_id"] == "ana" && person["attributes"]?["formula"] == "=1+1"
          && person["attributes"]?["visits"] == 3)
      // What was exported is imported as it is, into a person who has nothing yet.
      #expect(try await server.manage("DELETE", "/people/u:ana").status == 200)
      let back = try await server.manage(
        "POST", "/people/import", lines.text, headers: ["Content-Type": "application/x-ndjson"])
      #expect(back.json["good_lines"] == 1 && back.json["stored"] == 4)
      #expect(try await server.manage("GET", "/people/export.csv").text == export.text)
    }
  }

  @Test func `a long list is exported in full, in order`() async throws {
    try await TestServer.run { server in
      let file = "user_id,n\n" + (0..<450).map { "user-\($0 + 1_000),\($0)\n" }.joined()
      #expect(
        try await server.manage("POST", "/people/import", file, headers: Self.csv).json["stored"] == 450)
      let lines = try await server.manage("GET", "/people/export.csv").text.split(separator: "\r\n")
      #expect(lines.count == 451 && lines[1] == "user-1000,0" && lines[450] == "user-1449,449")
    }
  }

  @Test func `what is wrong with the request is said, and nothing is stored`() async throws {
    try await TestServer.run { server in
      let good = "user_id,a\nana,1\n"
      for (query, field) in [
        ("dry_run=yes", "dry_run"), ("import_id=a%20b", "import_id"), ("type=a", "type"),
        ("type=a:list", "type"),
        ("problems=x", "problems"),
      ] {
        let answer = try await server.manage("POST", "/people/import?" + query, good, headers: Self.csv)
        #expect(answer.status == 400 && answer.json["field"]?.string == field, "\(query)")
      }
      let untyped = try await server.manage(
        "POST", "/people/import", good, headers: ["Content-Type": "application/json"])
      #expect(untyped.status == 415 && untyped.json["code"] == "content_type_not_supported")
      let large = "user_id,a\n" + String(repeating: "ana,1\n", count: 800_000)
      #expect(try await server.manage("POST", "/people/import", large, headers: Self.csv).status == 413)
      let headless = try await server.manage("POST", "/people/import", "ana,1\n", headers: Self.csv)
      #expect(
        headless.status == 200 && headless.json["good_lines"] == 0
          && headless.json["problems"]?[0]?["line"] == 1)
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
    }
  }
}
