// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The assets of messages, banners and content: fetches them in advance, keeps them on the disk,
/// and provides them before display.
///
/// Not sendable: its owner, the client, calls it on its own executor and carries out the effects in
/// order.
///
/// 1. `adopt(_:)` with the plan of the definitions, whenever definitions are adopted: at launch,
///    after each sync (even without changes, to retry failures), and with `AssetPlan()` when they
///    are dropped.
/// 2. `prepare(_:for:)` when a message is about to be displayed. `.ready` or `.failed` follows
///    exactly once per presentation: immediately and without a request if everything is available,
///    otherwise from a later call, but never after the deadline. After `.failed`, the presentation
///    is forgotten.
/// 3. `release(_:)` when a presentation ended in any way, even while it waits. From then on, its
///    files may be removed.
/// 4. For `.start(download)`, the client runs the download in a task, and always passes the answer
///    to `handle(_:of:)`. For `.cancel(id)`, it cancels and forgets that task.
/// 5. After each call, the client sets a timer for `earliest`, and calls `timePassed()` when it
///    fires.
/// 6. `save()` when the app moves to the background and at the end. `wipe()` when everything is
///    wiped. `stop()` when the SDK is turned off.
final class Assets {
  enum Effect: Sendable {
    case start(AssetDownload)
    case cancel(download: Int)
    /// Everything is on the disk, and stays there until `release(_:)`.
    case ready(presentation: String, Martlet.LocalAssets)
    case failed(presentation: String, AssetFailure, AssetAddress?)
  }

  private struct Waiting {
    var requirements: [AssetRequirement]
    /// The assets that are already available.
    var held: [AssetAddress: AssetStore.Held] = [:]
  }

  /// The limit for any download. A message has its own, shorter deadline.
  private static let longestDownload = Duration.seconds(120)

  private let policy: Martlet.Configuration.AssetPolicy
  private let environment: Environment
  private let log: Log
  private let store: AssetStore
  private let workshop: AssetWorkshop
  private var machine: AssetMachine
  private var waiting: [String: Waiting] = [:]
  private var downloads: [Int: (key: AssetMachine.Key, staging: String)] = [:]
  private let archiveLimits: ZipArchive.Limits

  /// - Parameter directory: a folder used by nothing else. It is created when first needed.
  init(
    policy: Martlet.Configuration.AssetPolicy, directory: String, environment: Environment, log: Log,
    workshop: AssetWorkshop = AssetWorkshop()
  ) {
    self.workshop = workshop
    self.policy = policy.clamped
    self.environment = environment
    self.log = log
    store = AssetStore(directory: directory, policy: self.policy) { log.error("\($0)") }
    machine = AssetMachine(
      limits: .init(parallel: self.policy.parallelDownloads, cellular: self.policy.cellular))
    let unpacked = min(4 * self.policy.maximumAssetBytes, self.policy.maximumCacheBytes)
    archiveLimits = ZipArchive.Limits(entryBytes: unpacked, totalBytes: unpacked)
  }

  /// When to call `timePassed()`, in monotonic time. nil for never.
  var earliest: Duration? { machine.earliest }

  // MARK: - Calls

  func adopt(_ definitions: [CampaignDefinition], needs: [CampaignID: AssetNeeds]) -> [Effect] {
    adopt(
      AssetPlan(definitions, needs: needs, maximumCount: policy.maximumAssetCount, now: environment.now()))
  }

  func adopt(_ plan: AssetPlan) -> [Effect] {
    guard open() else { return [] }
    if plan.omitted > 0 {
      log.info(
        "\(plan.omitted) assets exceed the limit for downloads in advance. They are downloaded when needed.")
    }
    if plan.unusable > 0 {
      log.error("\(plan.unusable) assets have invalid URLs. What needs them will not be shown.")
    }
    store.want(plan.entries.map(\.address))
    let now = environment.now()
    return carryOut(machine.adopt(plan.entries) { store.state(of: $0, at: now) })
  }

  /// - Parameter patience: the longest wait, if it is shorter than the policy's.
  func prepare(_ needs: AssetNeeds, for presentation: String, within patience: Duration? = nil) -> [Effect] {
    do throws(AssetFailure) {
      let requirements = try needs.checked()
      guard !requirements.isEmpty else { return [.ready(presentation: presentation, Martlet.LocalAssets())] }
      guard open() else { throw .disk("the folder cannot be used") }
      var found = Waiting(requirements: requirements)
      for requirement in requirements where requirement.address.isCacheable {
        log.attempt("use an asset") {
          found.held[requirement.address] = try store.use(requirement, for: presentation)
        }
      }
      waiting[presentation] = found
      let missing = requirements.filter { found.held[$0.address] == nil }
      let (now, longest) = (environment.monotonicNow(), policy.displayPatience)
      return carryOut(
        machine.prepare(
          presentation, missing: missing, deadline: now + min(patience ?? longest, longest), now: now))
    } catch {
      return [.failed(presentation: presentation, error, nil)]
    }
  }

  /// The assets for which `prepare(_:for:)` would be ready immediately. If something is missing,
  /// returns nil and changes nothing.
  func claim(_ needs: AssetNeeds, for presentation: String) -> Martlet.LocalAssets? {
    guard let requirements = try? needs.checked() else { return nil }
    guard !requirements.isEmpty else { return Martlet.LocalAssets() }
    guard requirements.allSatisfy(\.address.isCacheable), open() else { return nil }
    var local = Martlet.LocalAssets()
    for requirement in requirements {
      var held: AssetStore.Held?
      log.attempt("use an asset") { held = try store.use(requirement, for: presentation) }
      guard let held else {
        log.attempt("release an asset") { try store.release(presentation) }
        return nil
      }
      local.add(held, for: requirement.address)
    }
    return local
  }

  func release(_ presentation: String) -> [Effect] {
    waiting[presentation] = nil
    let effects = carryOut(machine.withdraw(presentation))
    log.attempt("release an asset") { try store.release(presentation) }
    return effects
  }

  func handle(_ answer: AssetDownload.Answer, of download: Int) -> [Effect] {
    guard let (key, staging) = downloads.removeValue(forKey: download) else {
      // The download was cancelled, so its output is not needed.
      log.attempt("remove an asset") { try AssetFolder.remove(self.staging(of: download)) }
      return []
    }
    let word: AssetMachine.Answer
    switch answer {
    case .staged(let content, let etag): word = keep(content, etag: etag, of: key, from: staging)
    case .unchanged:
      // It may have been found damaged since the request.
      guard store.index[key.address.text] != nil else {
        word = .failed(.network("not modified, but no longer cached"))
        break
      }
      log.attempt("update the list of assets") { try store.wasChecked(key.address, at: environment.now()) }
      word = .stored
    case .failed(let failure, let retryAfter): word = .failed(failure, retryAfter: retryAfter)
    }
    return carryOut(
      machine.answered(download, word, now: environment.monotonicNow(), random: environment.random()))
  }

  func timePassed() -> [Effect] {
    carryOut(machine.timePassed(now: environment.monotonicNow()))
  }

  /// The SDK was turned off: stops fetching, and forgets everything that waits.
  func stop() -> [Effect] {
    let effects = carryOut(machine.stop())
    for presentation in waiting.keys { log.attempt("release an asset") { try store.release(presentation) } }
    waiting = [:]
    save()
    return effects
  }

  /// Removes everything, including output of current downloads. `Storage.erase()` retries what the
  /// disk refuses.
  func wipe() -> [Effect] {
    let effects = carryOut(machine.stop())
    waiting = [:]
    log.attempt("erase the assets") { try store.erase() }
    return effects
  }

  func save() {
    log.attempt("save the list of assets") { try store.save(withUses: true) }
  }

  // MARK: - Effects

  private func carryOut(_ effects: [AssetMachine.Effect]) -> [Effect] {
    var result: [Effect] = []
    // One line per reason, because without a network hundreds of assets fail for the same one.
    var skipped: [(failure: AssetFailure, first: AssetAddress, count: Int)] = []
    for effect in effects {
      switch effect {
      case .start(let download, let key, let role, let route):
        let staging = staging(of: download)
        downloads[download] = (key, staging)
        result.append(.start(makeDownload(download, key, role, route, staging)))
      case .cancel(let download):
        if let (_, staging) = downloads.removeValue(forKey: download) {
          log.attempt("remove an asset") { try AssetFolder.remove(staging) }
        }
        result.append(.cancel(download: download))
      case .ready(let presentation): result.append(finish(presentation))
      case .failed(let presentation, let address, let failure):
        log.info("An asset is missing (\(address.loggable)): \(failure).")
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
      log.info("Assets not downloaded in advance: \(count). The first is \(first.loggable): \(failure).")
    }
    if !machine.isBusy { log.attempt("save the list of assets") { try store.save(withUses: false) } }
    return result
  }

  private func finish(_ presentation: String) -> Effect {
    guard let waiting = waiting.removeValue(forKey: presentation) else {
      return fail(presentation, .disk("forgotten"), nil)
    }
    var local = Martlet.LocalAssets()
    for requirement in waiting.requirements {
      guard let held = waiting.held[requirement.address] else {
        return fail(presentation, .disk("gone"), requirement.address)
      }
      guard held.type.fits(requirement.role) else {
        return fail(presentation, .wrongType, requirement.address)
      }
      local.add(held, for: requirement.address)
    }
    return .ready(presentation: presentation, local)
  }

  private func fail(_ presentation: String, _ failure: AssetFailure, _ address: AssetAddress?) -> Effect {
    waiting[presentation] = nil
    log.attempt("release an asset") { try store.release(presentation) }
    return .failed(presentation: presentation, failure, address)
  }

  /// Adds a download to the cache, for waiting presentations and for later.
  private func keep(_ content: AssetContent, etag: String?, of key: AssetMachine.Key, from staging: String)
    -> AssetMachine.Answer
  {
    let presentations = waiting.filter { presentation, waiting in
      (key.presentation ?? presentation) == presentation && waiting.held[key.address] == nil
        && waiting.requirements.contains { $0.address == key.address }
    }
    do {
      let held = try store.keep(
        content, from: staging, etag: etag, address: key.address, waiting: presentations.keys.sorted(),
        isKept: key.presentation == nil,
        at: environment.now())
      for presentation in presentations.keys { waiting[presentation]?.held[key.address] = held }
      return .stored
    } catch {
      return .failed(error as? AssetFailure ?? .disk("\(error)"))
    }
  }

  /// The only place that makes requests. The app's key is not included, because assets may be on
  /// other servers.
  private func makeDownload(
    _ id: Int, _ key: AssetMachine.Key, _ role: AssetRole, _ route: AssetMachine.Route, _ staging: String
  ) -> AssetDownload {
    var headers = ["Accept": "*/*", "User-Agent": "Martlet/\(Martlet.version) (\(DeviceFacts.platform))"]
    if !key.address.isCacheable { headers["Cache-Control"] = "no-cache" }
    if key.presentation == nil, store.state(of: key.address, at: environment.now()) != .nothing {
      headers["If-None-Match"] = store.index[key.address.text]?.etag
    }
    var maximumBytes = policy.maximumAssetBytes
    if case .upTo(let bytes) = route { maximumBytes = min(maximumBytes, bytes) }
    let url = URL(string: key.address.text) ?? URL(fileURLWithPath: "/")
    let request = TransportRequest(
      method: "GET", url: url, headers: headers, timeout: Self.longestDownload,
      maximumAnswerBytes: maximumBytes,
      allowsCellular: route != .notCellular)
    return AssetDownload(
      id: id, request: request, role: role, pathExtension: key.address.pathExtension,
      archiveLimits: archiveLimits, staging: staging,
      workshop: workshop)
  }

  private func staging(of download: Int) -> String { "\(store.incoming)/\(download)" }

  private func open() -> Bool {
    log.attempt("open the asset folder") { try store.open() }
    return store.isOpen
  }
}
