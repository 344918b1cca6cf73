// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The assets of messages: fetched in advance, kept on the disk, handed out before display.
///
/// Not sendable: its owner, the client, calls it on its own executor and carries out the effects, in their order.
///
/// 1. `adopt(_:)` with the plan of the definitions, whenever definitions are adopted: at launch, after each sync (also one that changed nothing:
///    what failed is tried again), and with `AssetPlan()` when they are dropped.
/// 2. `prepare(_:for:)` when it is a message's turn; `.ready` or `.failed` follows exactly once for each presentation, at once when everything is
///    there (then no request is made), else by a later call, never after the deadline. After `.failed` the presentation is forgotten.
/// 3. `release(_:)` when a presentation ended, whatever the way, also while it waits: from then on its files may go.
/// 4. For `.start(download)` the client runs
///    `Task { mailbox.post(.asset(download.id, await download.run(by: transport, now: environment.now))) }`, keeps the task by `download.id`, and
///    gives the answer to `take(_:of:)`, in any case; for `.cancel(id)` it cancels that task and forgets it.
/// 5. After each call the client sets a timer for `earliest`, and calls `timePassed()` when it is due.
/// 6. `save()` when the app goes to the background and at the end. `wipe()` with everything else; `stop()` when the SDK is switched off.
final class Assets {
  enum Effect: Sendable {
    case start(AssetDownload)
    case cancel(download: Int)
    /// Everything is on the disk, and stays there until `release(_:)`.
    case ready(presentation: String, Martlet.LocalAssets)
    /// The message cannot be shown.
    case failed(presentation: String, AssetFailure, AssetAddress?)
  }

  private struct Waiting {
    var requirements: [AssetRequirement]
    /// What is there already.
    var held: [AssetAddress: AssetStore.Held] = [:]
  }

  /// A message has its own, shorter deadline.
  private static let longestDownload = Duration.seconds(120)

  private let policy: Martlet.Configuration.AssetPolicy
  private let environment: Environment
  private let log: Log
  private let store: AssetStore
  private let workshop: AssetWorkshop
  private var machine: AssetMachine
  private var waiting: [String: Waiting] = [:]
  private var downloads: [Int: (key: AssetMachine.Key, staging: String)] = [:]
  /// What an archive may unpack to.
  private let archiveLimits: ZipArchive.Limits

  /// - Parameters:
  ///   - directory: its own folder, made when it is first needed; touched by nobody else.
  ///   - workshop: where downloads are examined and written.
  init(
    policy: Martlet.Configuration.AssetPolicy, directory: String, environment: Environment, log: Log,
    workshop: AssetWorkshop = AssetWorkshop()
  ) {
    self.workshop = workshop
    self.policy = policy.clamped
    self.environment = environment
    self.log = log
    store = AssetStore(directory: directory, policy: self.policy) { log.error("\($0)") }
    machine = AssetMachine(limits: .init(parallel: self.policy.parallelDownloads, cellular: self.policy.cellular))
    let unpacked = min(4 * self.policy.maximumAssetBytes, self.policy.maximumCacheBytes)
    archiveLimits = ZipArchive.Limits(entryBytes: unpacked, totalBytes: unpacked)
  }

  /// When `timePassed()` is to be called, in monotonic time; nil: not at all.
  var earliest: Duration? { machine.earliest }

  // MARK: - Calls

  /// These are the definitions now, and what they show.
  func adopt(_ definitions: [CampaignDefinition], messages: [CampaignID: Wire.Message]) -> [Effect] {
    adopt(AssetPlan(definitions, messages: messages, maximumCount: policy.maximumAssetCount, now: environment.now()))
  }

  /// This is wanted now.
  func adopt(_ plan: AssetPlan) -> [Effect] {
    guard open() else { return [] }
    if plan.omitted > 0 { log.info("\(plan.omitted) assets exceed the limit for downloads in advance. They are downloaded when needed.") }
    if plan.unusable > 0 { log.error("\(plan.unusable) assets have invalid URLs. Their messages will not be shown.") }
    store.want(plan.entries.map(\.address))
    let now = environment.now()
    return carryOut(machine.adopt(plan.entries) { store.state(of: $0, at: now) })
  }

  /// It is this message's turn.
  ///
  /// - Parameter allowingFiles: for messages of the app's own, whose pictures may lie in its bundle.
  func prepare(
    _ message: Wire.Message, for presentation: String, allowingFiles: Bool = false
  ) -> [Effect] {
    do throws(AssetFailure) {
      let requirements = try AssetRequirement.all(of: message, allowingFiles: allowingFiles)
      guard !requirements.isEmpty else { return [.ready(presentation: presentation, Martlet.LocalAssets())] }
      guard open() else { throw .disk("the folder cannot be used") }
      var found = Waiting(requirements: requirements)
      for requirement in requirements where requirement.address.isCacheable {
        attempt("use an asset") { found.held[requirement.address] = try store.use(requirement, for: presentation) }
      }
      waiting[presentation] = found
      let missing = requirements.filter { found.held[$0.address] == nil }
      let now = environment.monotonicNow()
      return carryOut(machine.prepare(presentation, missing: missing, deadline: now + policy.displayPatience, now: now))
    } catch {
      return [.failed(presentation: presentation, error, nil)]
    }
  }

  /// What `prepare(_:for:)` would be ready with at once; nil, and nothing happens, when something is missing.
  func claim(_ message: Wire.Message, for presentation: String) -> Martlet.LocalAssets? {
    guard let requirements = try? AssetRequirement.all(of: message) else { return nil }
    guard !requirements.isEmpty else { return Martlet.LocalAssets() }
    guard requirements.allSatisfy(\.address.isCacheable), open() else { return nil }
    var local = Martlet.LocalAssets()
    for requirement in requirements {
      var held: AssetStore.Held?
      attempt("use an asset") { held = try store.use(requirement, for: presentation) }
      guard let held else {
        attempt("release an asset") { try store.release(presentation) }
        return nil
      }
      local.add(held, for: requirement.address)
    }
    return local
  }

  /// The presentation ended.
  func release(_ presentation: String) -> [Effect] {
    waiting[presentation] = nil
    let effects = carryOut(machine.withdraw(presentation))
    attempt("release an asset") { try store.release(presentation) }
    return effects
  }

  /// A download ended.
  func take(_ answer: AssetDownload.Answer, of download: Int) -> [Effect] {
    guard let (key, staging) = downloads.removeValue(forKey: download) else {
      // Cancelled; what it wrote meanwhile has no use.
      attempt("remove an asset") { try AssetFolder.remove(self.staging(of: download)) }
      return []
    }
    let word: AssetMachine.Answer
    switch answer {
    case .staged(let content, let etag): word = keep(content, etag: etag, of: key, from: staging)
    case .unchanged:
      // It may have been found damaged since it was asked for.
      guard store.index[key.address.text] != nil else {
        word = .failed(.network("unchanged, but gone"))
        break
      }
      attempt("update the list of assets") { try store.wasChecked(key.address, at: environment.now()) }
      word = .unchanged
    case .failed(let failure, let retryAfter): word = .failed(failure, retryAfter: retryAfter)
    }
    return carryOut(machine.answered(download, word, now: environment.monotonicNow(), random: environment.random()))
  }

  func timePassed() -> [Effect] {
    carryOut(machine.timePassed(now: environment.monotonicNow()))
  }

  /// The SDK is switched off: nothing is fetched, and what waits is forgotten.
  func stop() -> [Effect] {
    let effects = carryOut(machine.stop())
    for presentation in waiting.keys { attempt("release an asset") { try store.release(presentation) } }
    waiting = [:]
    save()
    return effects
  }

  /// Removes everything, also what downloads are about to write. What the disk refuses is left to `Storage.erase()`, which tries it again.
  func wipe() -> [Effect] {
    let effects = carryOut(machine.stop())
    waiting = [:]
    attempt("erase the assets") { try store.erase() }
    return effects
  }

  /// Writes down what is kept.
  func save() {
    attempt("save the list of assets") { try store.save(withUses: true) }
  }

  // MARK: - Effects

  private func carryOut(_ effects: [AssetMachine.Effect]) -> [Effect] {
    var result: [Effect] = []
    // One line for each reason: without a network it is the same one for hundreds.
    var skipped: [(failure: AssetFailure, first: AssetAddress, count: Int)] = []
    for effect in effects {
      switch effect {
      case .start(let download, let key, let role, let route):
        let staging = staging(of: download)
        downloads[download] = (key, staging)
        result.append(.start(makeDownload(download, key, role, route, staging)))
      case .cancel(let download):
        if let (_, staging) = downloads.removeValue(forKey: download) {
          attempt("remove an asset") { try AssetFolder.remove(staging) }
        }
        result.append(.cancel(download: download))
      case .ready(let presentation): result.append(finish(presentation))
      case .failed(let presentation, let address, let failure):
        log.info("An asset of a message is missing (\(address.loggable)): \(failure).")
        result.append(fail(presentation, failure, address))
      case .skipped(let address, let failure):
        if let known = skipped.firstIndex(where: { $0.failure == failure }) {
          skipped[known].count += 1
        } else {
          skipped.append((failure, address, 1))
        }
      }
    }
    for (failure, first, count) in skipped {
      log.info("Not downloaded in advance: \(count) of the assets. The first is \(first.loggable): \(failure).")
    }
    if !machine.isBusy { attempt("save the list of assets") { try store.save(withUses: false) } }
    return result
  }

  private func finish(_ presentation: String) -> Effect {
    guard let waiting = waiting.removeValue(forKey: presentation) else { return fail(presentation, .disk("forgotten"), nil) }
    var local = Martlet.LocalAssets()
    for requirement in waiting.requirements {
      guard let held = waiting.held[requirement.address] else { return fail(presentation, .disk("gone"), requirement.address) }
      guard held.type.fits(requirement.role) else { return fail(presentation, .wrongType, requirement.address) }
      local.add(held, for: requirement.address)
    }
    return .ready(presentation: presentation, local)
  }

  private func fail(_ presentation: String, _ failure: AssetFailure, _ address: AssetAddress?) -> Effect {
    waiting[presentation] = nil
    attempt("release an asset") { try store.release(presentation) }
    return .failed(presentation: presentation, failure, address)
  }

  /// Puts what came into the cache, for those that wait for it and for later.
  private func keep(_ content: AssetContent, etag: String?, of key: AssetMachine.Key, from staging: String) -> AssetMachine.Answer {
    let presentations = waiting.filter { presentation, waiting in
      (key.presentation ?? presentation) == presentation && waiting.held[key.address] == nil
        && waiting.requirements.contains { $0.address == key.address }
    }
    do {
      let held = try store.take(
        content, from: staging, etag: etag, address: key.address, waiting: presentations.keys.sorted(), isKept: key.presentation == nil,
        at: environment.now())
      for presentation in presentations.keys { waiting[presentation]?.held[key.address] = held }
      return .stored
    } catch {
      return .failed(error as? AssetFailure ?? .disk("\(error)"))
    }
  }

  /// The one place that makes requests. The key of the app stays out of them: assets may lie on other servers.
  private func makeDownload(
    _ id: Int, _ key: AssetMachine.Key, _ role: AssetRole, _ route: AssetMachine.Route, _ staging: String
  ) -> AssetDownload {
    var headers = ["Accept": "*/*", "User-Agent": "Martlet/\(Martlet.version) (\(DeviceFacts.platform))"]
    if !key.address.isCacheable { headers["Cache-Control"] = "no-cache" }
    if key.presentation == nil, store.state(of: key.address, at: environment.now()) != .nothing {
      headers["If-None-Match"] = store.etag(of: key.address)
    }
    var maximumBytes = policy.maximumAssetBytes
    if case .upTo(let bytes) = route { maximumBytes = min(maximumBytes, bytes) }
    let url = URL(string: key.address.text) ?? URL(fileURLWithPath: "/")
    let request = TransportRequest(
      method: "GET", url: url, headers: headers, timeout: Self.longestDownload, maximumAnswerBytes: maximumBytes,
      allowsCellular: route != .notCellular)
    return AssetDownload(
      id: id, request: request, role: role, pathExtension: key.address.pathExtension, archiveLimits: archiveLimits, staging: staging,
      workshop: workshop)
  }

  private func staging(of download: Int) -> String { "\(store.incoming)/\(download)" }

  // MARK: - Disk

  private func open() -> Bool {
    attempt("open the folder of assets") { try store.open() }
    return store.isOpen
  }

  private func attempt(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      log.error("Could not \(what): \(error)")
    }
  }
}
