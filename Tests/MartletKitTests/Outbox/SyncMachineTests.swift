// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletKit

@Suite struct SyncMachineTests {
  @Test func `only the answer to the last question counts`() {
    var sync = SyncMachine()
    #expect(sync.want() == nil)
    sync.begin(request: 1)
    #expect(sync.isInFlight)
    #expect(sync.want() == 1)
    #expect(!sync.isInFlight)
    sync.begin(request: 2)
    #expect(sync.isInFlight)
    sync.answered()
    #expect(!sync.isPending)
  }

  @Test func `a failure leaves the wish, a stop does not`() {
    var sync = SyncMachine()
    _ = sync.want()
    sync.begin(request: 1)
    sync.failed()
    #expect(sync.isWanted && sync.isPending)
    sync.begin(request: 2)
    #expect(sync.stop() == 2)
    #expect(!sync.isPending)
  }

  @Test func `timers come due in the order of their deadlines, and each once`() {
    var timers = Timers()
    timers.set(.flush, at: .seconds(2))
    timers.set(.retry, at: .seconds(1))
    timers.set(.synchronize, at: .seconds(2))
    timers.set(.delivery, at: .seconds(9))
    #expect(timers.earliest == .seconds(1))
    var due: [Timers.Kind] = []
    while let kind = timers.takeDue(at: .seconds(2)) { due.append(kind) }
    #expect(due == [.retry, .synchronize, .flush])
    #expect(timers.earliest == .seconds(9))
  }
}
