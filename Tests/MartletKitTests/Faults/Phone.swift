// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import TestSupport

/// One device in the simulation: the real client on real files, through restarts and kills, and a
/// book of what the app did.
@MainActor
final class Phone {
  /// What the app did, by the name that the server counts it under.
  struct Book: Sendable {
    /// Happened for certain: the client had taken it before anything could end the process.
    var certain: Set<String> = []
    /// Called just before the process was killed: counted once or not at all.
    var possible: Set<String> = []
    /// Custom events in the order of the calls, with the user at the time.
    var calls: [(name: String, user: String?)] = []
  }

  let clock: ManualClock
  let server: FaultyLink.Server
  private let seed: UInt64
  private let fates: [FaultyLink.Fate]
  private let defect: FaultyLink.Defect?
  private var directory: URL
  private(set) var folders: [URL] = []
  private var owned: Martlet?
  private var run: Run?
  private(set) var links: [FaultyLink] = []
  private(set) var book = Book()
  /// Done since the client was last known to have taken everything.
  private var unsettled: Set<String> = []
  /// What happened, for people who look for the reason of a failure.
  let story = LogBook()
  private(set) var user: String?
  private var events = 0
  private var shown: [Martlet.InAppMessage.Context] = []
  private var chance: SeededGenerator

  init(seed: UInt64, fates: [FaultyLink.Fate], server: FaultyLink.Server, defect: FaultyLink.Defect? = nil) {
    self.defect = defect
    clock = ManualClock(seed: seed)
    self.server = server
    self.seed = seed
    self.fates = fates
    chance = SeededGenerator(seed: seed ^ 0xABCD)
    directory = .quickTemporary()
    folders = [directory]
    start()
  }

  private var martlet: Martlet {
    guard let owned else { fatalError("The app does not run.") }
    return owned
  }

  private func start() {
    let link = FaultyLink(
      server, seed: seed &* 1_000 &+ UInt64(links.count), fates: fates, defect: defect,
      sleep: clock.environment.sleep)
    links.append(link)
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.storageDirectory = directory
    configuration.transport = link
    configuration.environment = clock.environment
    configuration.triggerMinimumTimeInterval = 0
    configuration.logger.level = .debug
    configuration.logger.print = { [story, clock] text, _ in
      story.add("\(clock.monotonicNow)     client: \(text)")
      return false
    }
    let martlet = Martlet(configuration: configuration)
    let run = Run(phone: self)
    owned = martlet
    self.run = run
    martlet.inAppMessagePresenter = run
  }

  /// The process is over: what its client still does is seen by nobody.
  private func end() {
    run?.phone = nil
    shown = []
    owned = nil
  }

  /// The presenter of one run of the app.
  private final class Run: InAppMessagePresenter {
    weak var phone: Phone?

    init(phone: Phone) { self.phone = phone }

    func present(message: Martlet.InAppMessage) { phone?.present(message) }
    func dismiss(reason: Martlet.InAppMessage.DismissalReason) {}
    func userBecameEligible() {}
  }

  // MARK: - The app

  private func note(_ what: String) {
    story.add("\(clock.monotonicNow) \(what)")
  }

  func logEvent() {
    events += 1
    let name = "event \(events)"
    unsettled.insert("custom \(name)")
    note("logs \(name)")
    book.calls.append((name, user))
    martlet.logCustomEvent(
      name: name, properties: chance.oneIn(8) ? ["text": String(repeating: "x", count: 3_000)] : nil)
    // Those that trigger the campaign are not told apart; what they lead to is.
    if chance.oneIn(2) { martlet.logCustomEvent(name: "offer") }
  }

  func becomeActive() {
    note("becomes active")
    martlet.applicationDidBecomeActive()
  }

  func enterBackground() {
    note("goes to the background")
    martlet.applicationDidEnterBackground()
  }

  func flush() {
    note("flushes")
    martlet.requestImmediateDataFlush()
  }

  func changeUser() {
    user = "user-\(chance.int(1...3))"
    // Whatever waited to be shown was for the one before.
    shown = []
    note("is used by \(user ?? "nobody")")
    if let user { martlet.changeUser(userId: user) }
  }

  /// Everything that was called has been taken.
  func settle() async {
    // What a presenter does while this waits for its turn may be taken later.
    let before = unsettled
    await martlet.settled()
    book.certain.formUnion(before)
    unsettled.subtract(before)
  }

  /// The app ends in good order and is started again.
  func restart() async {
    note("is restarted")
    await settle()
    let decisions = martlet.decisions
    end()
    // They end when the client has let go of its folder.
    for await _ in decisions {}
    start()
    await clock.advance(by: .milliseconds(200))
    await settle()
  }

  /// The process is killed between two instructions: what the disk holds at that moment is all
  /// there is.
  ///
  /// - Parameter isSudden: events are called just before, and nobody knows whether they were taken.
  func kill(isSudden: Bool) async {
    note("is killed\(isSudden ? " suddenly" : "")")
    links.last?.cut()
    await settle()
    if isSudden { for _ in 0..<chance.int(1...4) { logEvent() } }
    let copy = URL.quickTemporary()
    try? FileManager.default.copyFolder(at: directory, to: copy)
    book.possible.formUnion(unsettled)
    unsettled = []
    end()
    directory = copy
    folders.append(copy)
    start()
    await settle()
  }

  // MARK: - The presenter

  private func present(_ message: Martlet.InAppMessage) {
    guard let context = message.context else { return }
    // Some are shown at once, some wait, some never come to be shown.
    switch chance.int(0...5) {
    case 0: context.discard()
    case 1: shown.append(context)
    default: show(context)
    }
  }

  /// What waited is shown, or pressed, or goes.
  func touch() {
    guard !shown.isEmpty else { return }
    show(shown.removeFirst())
  }

  private func show(_ context: Martlet.InAppMessage.Context) {
    note("shows \(context.presentationID)")
    if context.logImpression() == nil { unsettled.insert("impression \(context.presentationID)") }
    if chance.oneIn(2), context.logClick(buttonId: chance.oneIn(2) ? "0" : nil) == nil {
      unsettled.insert("click \(context.presentationID)")
    }
    if chance.oneIn(2) { context.logDismissal(by: .user) }
  }

  // MARK: - The end

  /// The network is quiet; returns when everything that the app did has arrived, or after a day of
  /// trying.
  func finish() async {
    await settle()
    for link in links { link.calm() }
    martlet.applicationDidBecomeActive()
    await settle()
    for _ in 0..<300 {
      martlet.requestImmediateDataFlush()
      await clock.advance(by: .seconds(290))
      await settle()
      // What is shown while this waits for its turn is taken, and sent, in the next round.
      let counters = server.now.counters
      if unsettled.isEmpty, book.certain.allSatisfy({ counters[$0] != nil }) { break }
    }
    // Nothing is shown from now on. Stragglers of the network must change nothing.
    run?.phone = nil
    await clock.advance(by: .seconds(1_000))
    await martlet.settled()
    // Nobody was killed since: what is still open had to arrive too.
    book.certain.formUnion(unsettled)
    unsettled = []
    end()
  }

  /// Removes everything from the disk.
  func clean() {
    for folder in folders { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
  }
}

extension URL {
  /// As `temporary()`, in memory where the system has such a folder: the simulation is about what
  /// files hold, and waits for no disk.
  static func quickTemporary() -> URL {
    let memory = "/dev/shm"
    guard FileManager.default.isWritableFile(atPath: memory) else { return .temporary() }
    return newFolder(URL(fileURLWithPath: memory).appending(path: "martlet-XXXXXX")).appending(
      path: "storage")
  }
}
