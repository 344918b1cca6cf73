// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import PeopleFiles

@Suite struct PeopleImportTests {
  private static func read(_ text: String, types: [String: PeopleImport.ColumnType] = [:]) -> PeopleImport {
    PeopleImport(Array(text.utf8), format: .csv, types: types)
  }

  private static func values(_ file: PeopleImport) -> [String] {
    file.lines.map { line in
      line.userID + " "
        + line.attributes.map { "\($0.key)=" + String(decoding: Wire.encode($0.value), as: UTF8.self) }
        .joined(separator: " ")
    }
  }

  @Test(
    arguments: [
      ("user_id,plan\nana,pro\n", ["ana plan=\"pro\""]),
      ("plan,user_id\r\npro,ana\r\n\r\nfree,ben", ["ana plan=\"pro\"", "ben plan=\"free\""]),
      ("\u{FEFF}user_id;plan\nana;\"a;b\"\n", ["ana plan=\"a;b\""]),
      (
        "user_id,note\rana,\"two\nlines, \"\"quoted\"\"\"\rben,x\r",
        ["ana note=\"two\\nlines, \\\"quoted\\\"\"", "ben note=\"x\""]
      ),
      (
        "user_id,n,zip,tel,on,d\nana,12,007,+43,true,3.5\n",
        ["ana n=12 zip=\"007\" tel=\"'+43\" on=true d=3.5"]
      ),
      ("user_id,f\nana,'=1+1\n", ["ana f=\"=1+1\""]), ("user_id,a,b\nana,,x\n", ["ana b=\"x\""]),
      ("user_id\nana\n", ["ana "]),
    ])
  func `a CSV file is read as it was meant`(_ text: String, _ expected: [String]) {
    let file = Self.read(text)
    #expect(file.problems == [])
    #expect(
      Self.values(file).map { $0.replacing("'+43", with: "+43") }
        == expected.map { $0.replacing("'+43", with: "+43") })
  }

  @Test(
    arguments: [
      (PeopleImport.ColumnType.text, "12", "\"12\""), (.number, " 12 ", "12"), (.number, "1e3", "1000.0"),
      (.truth, "TRUE", "true"),
      (.date, "2026-11-21", "{\"$date\":1795219200000}"),
      (.date, "2026-11-21T14:05:00Z", "{\"$date\":1795269900000}"),
      (.date, "2026-11-21T14:05:00.5+02:00", "{\"$date\":1795262700500}"),
      (.date, "1960-01-01", "{\"$date\":-315619200000}"),
    ])
  func `a column is read by its type`(_ type: PeopleImport.ColumnType, _ cell: String, _ expected: String) {
    let file = Self.read("user_id,x\nana,\(cell)\n", types: ["x": type])
    #expect(file.problems == [])
    let value = file.lines.first?.attributes.first?.value
    #expect(value == (try? Wire.decode(Wire.JSONValue.self, from: Array(expected.utf8))))
  }

  @Test(arguments: [
    (PeopleImport.ColumnType.number, "many"), (.number, "nan"), (.number, "0x10"), (.truth, "yes"),
    (.date, "21.11.2026"),
    (.date, "2026-02-30"),
    (.date, "2026-11-21T25:00Z"), (.date, "2026-11-21T14:05"),
  ])
  func `a cell that is not of its type has a line, a column and a remedy, and only its line is left out`(
    _ type: PeopleImport.ColumnType, _ cell: String
  ) {
    let file = Self.read("user_id,x\nben,\nana,\(cell)\neva,\n", types: ["x": type])
    #expect(file.lines.map(\.userID) == ["ben", "eva"])
    #expect(
      file.problems.map(\.line) == [3] && file.problems.first?.column == "x"
        && file.problems.first?.remedy.isEmpty == false)
  }

  @Test(
    arguments: [
      ("", 1, "The file is empty."), ("plan\npro\n", 1, "No column is named user_id."),
      ("user_id,a,a\n", 1, "Two columns have the same name."),
      ("user_id,\nana,x\n", 1, "Column 2 has no name."),
      ("user_id,a\nana\n", 2, "The line has 1 value, and there are 2 columns."),
      ("user_id,a\nana,\"x\n", 2, "A value in quotes has no end."),
      ("user_id,a\nana,\"x\"y\n", 2, "Something follows a value in quotes."),
      ("user_id,a\n,x\n", 2, "The line names nobody."),
    ])
  func `a wrong line has its number and says what is wrong`(_ text: String, _ line: Int, _ message: String) {
    let file = Self.read(text)
    #expect(file.problems.contains { $0.line == line && $0.message == message }, "\(file.problems)")
    #expect(file.lines == [])
  }

  @Test func `good lines around wrong ones are read, wherever the wrong ones are`() {
    let file = Self.read("user_id,a\nana,1\nben\neva,\"2\"x\nleo,3\n")
    #expect(file.lines.map(\.userID) == ["ana", "leo"])
    #expect(file.problems.map(\.line) == [3, 4])
    #expect(file.lineCount == 4)
    let bytes = Array("user_id,a\nana,".utf8) + [0xFF] + Array("\nben,2\n".utf8)
    let mixed = PeopleImport(bytes, format: .csv)
    #expect(
      mixed.lines.map(\.userID) == ["ben"] && mixed.problems.map(\.message) == ["The line is not UTF-8."])
    let long = Self.read("user_id,a\nana,\(String(repeating: "x", count: 140_000))\nben,2\n")
    #expect(long.lines.map(\.userID) == ["ben"] && long.problems.map(\.line) == [2])
  }

  @Test func `a file ends at the most lines and values, and keeps no more problems than anybody reads`() {
    func read(_ text: String, types: [String: PeopleImport.ColumnType] = [:]) -> PeopleImport {
      PeopleImport(
        Array(text.utf8), format: .csv, types: types, most: .init(lines: 50, values: 100, kept: 10))
    }
    let many = read("user_id,a\n" + String(repeating: "ana,1\n", count: 51))
    #expect(many.lines.count == 50 && many.problems.count == 1)
    let large = read("user_id,a,b,c,d,e\n" + String(repeating: "ana,1,1,1,1,1\n", count: 21))
    #expect(large.lines.count == 20 && large.problems.map(\.line) == [22])
    let wrong = read("user_id,a\n" + String(repeating: "ana,x\n", count: 40), types: ["a": .number])
    #expect(wrong.problems.count == 10 && wrong.problemCount == 40)
    #expect(PeopleImport.Most() == .init(lines: 50_000, values: 250_000, kept: 10_000))
  }

  @Test func `a column that was meant as user_id is named`() {
    let file = Self.read("User ID,plan\nana,pro\n")
    #expect(
      file.problems.first?.column == "User ID"
        && file.problems.first?.remedy == "Rename the column “User ID” to user_id.")
  }

  @Test
  func `what a line says decides the ids of its events, and of lines about the same the later one counts`() {
    func ids(_ text: String) -> [String] {
      Self.read(text).lines.flatMap {
        $0.events(import: String(repeating: "i", count: ImportRun.idLength), at: Instant(milliseconds: 1))
      }
      .map(\.id)
    }
    let first = ids("user_id,a,b\nana,1,2\nana,3,4\n")
    #expect(Set(first).count == 4 && first.allSatisfy { $0.utf8.count <= Wire.Limits.idLength })
    let changed = ids("user_id,b,a\nana,2,1\nana,3,5\n")
    #expect(Set(changed.prefix(2)) == Set(first.prefix(2)) && Set(changed.suffix(2)).isDisjoint(with: first))
    // Events of the same time count in the order of their ids.
    let many = ids("user_id,a\n" + String(repeating: "ana,1\n", count: 1_200))
    #expect(many == many.sorted())
  }

  @Test func `an NDJSON file keeps types, removes with null, and names its wrong lines`() {
    let text = """
      {"user_id":"ana","attributes":{"n":1,"gone":null,"tags":["a"]},"first_seen":1}

      nonsense
      {"user_id":7,"attributes":{}}
      {"user_id":"ben","attributes":{"born":{"$date":0}}}
      """
    let file = PeopleImport(Array(text.utf8), format: .ndjson)
    #expect(Self.values(file) == ["ana gone=null n=1 tags=[\"a\"]", "ben born={\"$date\":0}"])
    #expect(file.problems.map(\.line) == [3, 4])
  }

  @Test
  func
    `cells that a spreadsheet would calculate are exported with an apostrophe, and come back as they were`()
    throws
  {
    let texts = [
      "=1+1", "+43 1", "-5", "@x", "\tx", "\rx", "a,b", "\"q\"", "two\nlines", " edge ", "plain", "'quoted",
      "'=1", "''-", "",
    ]
    let row = CSVCell.row(texts)
    let cells = String(decoding: row, as: UTF8.self)
    for text in texts.prefix(6) { #expect(cells.contains("'" + text)) }
    var reader = CSVReader(row)
    let read = try #require(try reader.next()?.row.get())
    #expect(read.cells.map(CSVCell.read) == texts)
    #expect(CSVCell.text(["$date": 1_795_269_900_500]) == "2026-11-21T14:05:00.500Z")
    #expect(CSVCell.text(.int(-5)) == "-5" && CSVCell.text(.array([1])) == "[1]")
  }

  @Test(
    arguments: [";", "|", "\t", "\n", "\r\n", ";;", ";\"", ";'", ";'\"'", "\n\n"],
    ["=1", "+1", "-1", "@SUM(1)", "'=1", "＝1", "＠SUM(1)"])
  func `no row has a formula, whatever separates its cells for the program that opens it`(
    separator: String, formula: String
  ) throws {
    let text = "x" + separator + formula
    let row = CSVCell.row([text, "b"])
    for cell in row.split(whereSeparator: { ";|,\t\r\n".utf8.contains($0) }) {
      let text = String(decoding: cell, as: UTF8.self)
      #expect(!"=+-@＝＋－＠".contains(text.first { $0 != "\"" } ?? " "), "\(text)")
    }
    var reader = CSVReader(row)
    let read = try #require(try reader.next()?.row.get())
    #expect(read.cells.map(CSVCell.read) == [text, "b"])
  }

  @Test func `whatever a cell contains, it comes back as it was`() throws {
    let parts = ["'", ";", "=", "＝", "a", "\"", "\n", "\r", "\t", ""]
    for first in parts {
      for second in parts {
        for third in parts {
          for text in parts.map({ first + second + third + $0 }) {
            var reader = CSVReader(CSVCell.row(["first", text]))
            let read = try #require(try reader.next()?.row.get())
            let back = read.cells.map(CSVCell.read)
            if back != ["first", text] { Issue.record("\(text.debugDescription) became \(back)") }
          }
        }
      }
    }
  }

  @Test
  func `an import that was cut off is sent again and counts once; what the server refuses is a problem`()
    async throws
  {
    let file = Self.read("user_id,a,b\n" + (0..<400).map { "user-\($0),\($0),x\n" }.joined())
    struct CutOff: Error {}
    // An import sends one request after another, and nothing else uses it.
    final class Server: @unchecked Sendable {
      var stored: Set<String> = []
      var requests = 0
    }
    let server = Server()
    let intake: ImportRun.Intake = { events in
      server.requests += 1
      if server.requests == 2 { throw CutOff() }
      return events.map { event in
        if event.userID == "user-7", event.body.attributeKey == "b" {
          return Wire.EventResult(id: event.id, status: .known(.rejected), message: "Full.")
        }
        let isNew = server.stored.insert("\(event.userID ?? "") \(event.id)").inserted
        return Wire.EventResult(id: event.id, status: .known(isNew ? .stored : .duplicate))
      }
    }
    await #expect(throws: CutOff.self) {
      _ = try await ImportRun(file, id: "i").run(at: Instant(milliseconds: 1), intake)
    }
    let outcome = try await ImportRun(file, id: "i").run(at: Instant(milliseconds: 2), intake)
    #expect(outcome.stored + outcome.known == 799 && outcome.known == 499)
    #expect(outcome.goodLines == 399 && outcome.problems.map(\.line) == [9] && outcome.problemCount == 1)
    #expect(
      String(decoding: outcome.problemFile, as: UTF8.self).hasPrefix(
        "line,column,message,remedy\r\n9,b,Full.,"))
    #expect(ImportRun(file, id: "i").dryRun().stored == 800)
  }
}
