// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import TestSupport
import Testing

/// A file that is written whole.
@Suite struct DocumentFrameTests {
  @Test(arguments: [0, 1, 300_000])
  func `what was framed is read again, whatever its length`(count: Int) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(DocumentFrame.decode(kind: 2, DocumentFrame.encode(kind: 2, payload: payload)) == payload)
  }

  @Test func `a file of another kind is not read`() {
    #expect(DocumentFrame.decode(kind: 1, DocumentFrame.encode(kind: 2, payload: [1])) == nil)
  }

  @Test func `every change of a bit, every cut and everything added is found`() {
    let frame = DocumentFrame.encode(kind: 1, payload: Array(#"{"user_id":"A","enabled":true}"#.utf8))
    for place in frame.indices {
      for bit in 0..<8 {
        var changed = frame
        changed[place] ^= 1 << UInt8(bit)
        #expect(DocumentFrame.decode(kind: 1, changed) == nil)
      }
      #expect(DocumentFrame.decode(kind: 1, Array(frame[..<place])) == nil)
      #expect(DocumentFrame.decode(kind: 1, Array(frame[(place + 1)...])) == nil)
    }
    #expect(DocumentFrame.decode(kind: 1, frame + [0]) == nil)
  }
}
