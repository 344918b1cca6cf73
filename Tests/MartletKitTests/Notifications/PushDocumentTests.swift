// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

@Suite("docs/push.md")
struct PushDocumentTests {
  private let document: String

  init() throws {
    let root = Golden.fixtures.deletingLastPathComponent().deletingLastPathComponent()
    document = try String(contentsOf: root.appending(path: "docs/push.md"), encoding: .utf8)
  }

  @Test func `every payload in the document is its fixture, and is read without a problem`() throws {
    let blocks = document.components(separatedBy: "```json\n").dropFirst()
    #expect(blocks.count >= 2 && document.components(separatedBy: "<!-- fixture: ").count == blocks.count + 1)
    for part in document.components(separatedBy: "<!-- fixture: ").dropFirst() {
      let name = String(part.prefix { $0 != " " })
      let text = part.components(separatedBy: "```json\n").dropFirst().first?.components(separatedBy: "```")
        .first
      #expect(try text == String(decoding: Golden.data("\(name).json"), as: UTF8.self), "\(name)")
      #expect(try Recorded.payload(String(name.dropFirst("push/".count))).problems == [])
    }
  }

  @Test func `the times and limits in the document are those in the code`() {
    for (words, isTrue) in [
      ("after 20 seconds at the latest", PushMachine.answerPatience == .seconds(20)),
      (
        "| 60 seconds from the tap, 10 URLs |",
        LinkQueue<Int>.patience == .seconds(60) && LinkQueue<Int>.maximumCount == 10
      ),
      ("| 100 updates |", PushMachine.maximumUpdates == 100),
      ("| 10,000 calls |", Gate.maximumWaitingEvents == 10_000),
    ] {
      #expect(document.contains(words) && isTrue, "\(words)")
    }
  }
}
