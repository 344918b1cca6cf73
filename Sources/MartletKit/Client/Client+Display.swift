// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// From the presenter's question to its answer: may it be displayed now, what does it say to this person, are its assets there?
///
/// Every question is answered: by the engine at once, by the server or its deadline, by the assets or theirs.
extension Client {
  /// A presenter asks.
  func prepareDisplay(of id: String, attempt: Int) {
    abandonDisplay(id)
    displays[id] = Displays.Display(attempt: attempt)
    guard state.enabled, presentations[id] != nil, engine.isLive(id) else { return answerDisplay(id, .ended(.discarded(.byApp))) }
    drive(.displayRequested(id: id), at: environment.now())
  }

  func answerDisplay(
    _ id: String, _ answer: Martlet.InAppMessage.Context.Preparation, local: Martlet.LocalAssets = .init()
  ) {
    guard let attempt = displays[id]?.attempt else { return }
    displays[id]?.attempt = nil
    stage.yield(.prepared(presentationID: id, attempt: attempt, answer, local))
  }

  /// Nothing stands against displaying it now: brings what it needs.
  func bring(_ id: String) {
    guard displays[id]?.attempt != nil, let presentation = presentations[id]?.presentation else { return }
    if presentation.isRenderedAtDisplay {
      render(presentation)
    } else if let message = definitions?.messages[presentation.campaign] {
      fetchAssets(of: message, for: id)
    } else {
      giveUp(id, .invalidContent, "message")
    }
  }

  private func deliver(_ id: String, _ local: Martlet.LocalAssets) {
    guard let wire = displays[id]?.message, let presentation = presentations[id]?.presentation else { return }
    do throws(Martlet.InAppMessage.WireError) {
      answerDisplay(id, .ready(try message(from: wire, for: presentation).usingLocalImages(local)), local: local)
    } catch {
      giveUp(id, error.discardReason, error.detail)
    }
  }

  /// It cannot be shown; the engine gives its turn to the next candidate. Nothing is consumed.
  ///
  /// - Parameter detail: what exactly failed, for the record of the outcome.
  private func giveUp(_ id: String, _ reason: Outcome.DiscardReason, _ detail: String) {
    presentations.explain(id, detail)
    stage.yield(.withdraw([id: .discarded(reason)]))
    // It may be back on the presenter's stack by now, for which nobody would ask again.
    stage.yield(.dismiss(.ended(presentationIDs: [id])))
    report(.discarded(reason), of: id, at: environment.now())
    abandonDisplay(id)
  }

  /// It goes back to the stack, or has ended: what was brought for it may go. An answer that still comes counts for nothing.
  func abandonDisplay(_ id: String) {
    guard let display = displays[id] else { return }
    displays[id] = nil
    if display.renderingUntil != nil { tell(.renderingAbandoned(presentationID: id)) }
    if storage != nil { carryOut(assets.release(id)) }
  }

  /// After each command: what ended in it, in whatever way, lets go of what it held; and the next deadline.
  func tidyDisplays() {
    for id in displays.ids where presentations[id] == nil { abandonDisplay(id) }
    let earliest = [displays.earliest, storage == nil ? nil : assets.earliest].compactMap { $0 }.min()
    timers.set(.display, at: earliest)
  }

  func displayTimePassed() {
    for id in displays.overdue(at: environment.monotonicNow()) {
      log.info("A message was not rendered in time.")
      giveUp(id, .renderFailed, "timed_out")
    }
    if storage != nil { carryOut(assets.timePassed()) }
  }

  /// Off, or wiped: nothing is brought any more.
  func stopDisplays() {
    for id in displays.ids { abandonDisplay(id) }
    if storage != nil { carryOut(assets.stop()) }
  }

  // MARK: - Rendering

  /// The server's share of `Configuration.displayTimeout`.
  private var renderPatience: Duration { min(settings.displayTimeout / 2, .seconds(10)) }

  private func render(_ presentation: Presentation) {
    let id = presentation.id
    displays[id]?.renderingUntil = environment.monotonicNow() + renderPatience
    tell(.render(presentation, owner: presentations.owner(of: id) ?? currentOwner))
  }

  func take(_ rendering: Uplink.Rendering, of id: String) {
    guard displays[id]?.renderingUntil != nil else { return }
    displays[id]?.renderingUntil = nil
    switch rendering {
    case .message(let message): fetchAssets(of: message, for: id)
    case .failed(let reason, let detail): giveUp(id, reason, detail)
    }
  }

  // MARK: - Assets

  /// These definitions are held now; what their messages need is fetched in advance.
  func planAssets() {
    guard storage != nil else { return }
    carryOut(definitions.map { assets.adopt($0.runnable, messages: $0.messages) } ?? assets.adopt(AssetPlan()))
  }

  /// The assets of a message that may be displayed at once; nil: it has to be prepared first.
  func claimAssets(of message: Wire.Message, for presentation: Presentation) -> Martlet.LocalAssets? {
    guard engine.isCleared(presentation.id), !presentation.isRenderedAtDisplay else { return nil }
    // Without a disk there is nowhere to put them: they are loaded as they are drawn.
    guard storage != nil else { return Martlet.LocalAssets() }
    guard let local = assets.claim(message, for: presentation.id) else { return nil }
    if !local.isEmpty { displays[presentation.id] = Displays.Display() }
    return local
  }

  private func fetchAssets(of message: Wire.Message, for id: String) {
    displays[id]?.message = message
    guard storage != nil else { return deliver(id, Martlet.LocalAssets()) }
    carryOut(assets.prepare(message, for: id))
  }

  func take(_ answer: AssetDownload.Answer, of download: Int) {
    downloads[download] = nil
    if storage != nil { carryOut(assets.take(answer, of: download)) }
  }

  func wipeAssets() {
    guard storage != nil else { return }
    carryOut(assets.wipe())
  }

  private func carryOut(_ effects: [Assets.Effect]) {
    for effect in effects {
      switch effect {
      case .start(let download):
        downloads[download.id] = Self.task(fetching: download, by: transport, now: environment.now, answerTo: mailbox)
      case .cancel(let download): downloads.removeValue(forKey: download)?.cancel()
      case .ready(let id, let local): deliver(id, local)
      case .failed(let id, let failure, let address):
        let presentation = presentations[id]?.presentation
        let campaign = presentation.map { "\($0.campaign)" } ?? "of before"
        log.error("Campaign \(campaign) cannot be shown because an asset is missing: \(failure)")
        giveUp(id, .assetFailed, failure.detail(of: address, isPersonal: presentation?.isRenderedAtDisplay ?? true))
      }
    }
  }

  private nonisolated static func task(
    fetching download: AssetDownload, by transport: any Transport, now: @escaping @Sendable () -> Instant, answerTo mailbox: Mailbox
  ) -> Task<Void, Never> {
    Task { mailbox.post(.asset(download.id, await download.run(by: transport, now: now))) }
  }
}
