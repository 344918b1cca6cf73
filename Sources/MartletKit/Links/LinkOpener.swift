// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// Opens links: one after another, each once, and only when the app can open them. The delegate is
/// asked right before that.
///
/// A link waits while the app is not active or has no scene, for example at a launch. What another
/// person tapped is dropped.
@MainActor
final class LinkOpener {
  /// If the system never says that a page is there, the next link does not wait longer than this.
  private static let openingLimit = Duration.seconds(5)

  private let gate: Gate
  private let monotonicNow: @Sendable () -> Duration
  private let forwards: Bool
  private let hosts: UniversalLinkHosts
  private let log: Log
  private let makeSystem: @MainActor @Sendable () -> any LinkSystem
  private lazy var system = makeSystem()
  private var queue = LinkQueue<Martlet.URLContext>()
  /// What the app said last. Links are not held back before it has said anything.
  private var isAppActive = true
  /// The link that is being opened, and since when. The next one waits for it.
  private var opening: (number: Int, since: Duration)?
  private var opened = 0
  private weak var martlet: Martlet?

  nonisolated init(
    gate: Gate, settings: Settings, system: @escaping @MainActor @Sendable () -> any LinkSystem
  ) {
    self.gate = gate
    monotonicNow = settings.environment.monotonicNow
    forwards = settings.forwardUniversalLinks
    hosts = settings.universalLinkHosts
    log = settings.log
    makeSystem = system
  }

  func open(_ context: Martlet.URLContext, for martlet: Martlet) {
    self.martlet = martlet
    if forwards, !context.useWebView, hosts.contain(context.url) { context.isUniversalLink = true }
    if queue.add(context, of: gate.person, tappedAt: monotonicNow()) {
      log.error(
        "More than \(LinkQueue<Martlet.URLContext>.maximumCount) links wait until the app is active. The oldest was dropped."
      )
    }
    mayOpen()
  }

  func appChanged(isActive: Bool) {
    isAppActive = isActive
    mayOpen()
  }

  /// Another person uses the app, or the SDK was turned off.
  func personChanged() {
    let count = queue.dropLinks(notOf: gate.person)
    if count > 0 {
      log.info("\(count) links are not opened: another person uses the app, or the SDK was turned off.")
    }
  }

  /// Opens the next links, if that is possible now.
  func mayOpen() {
    if let opening, monotonicNow() - opening.since > Self.openingLimit { self.opening = nil }
    while opening == nil, !queue.isEmpty, isAppActive, system.isReady {
      personChanged()
      let late = queue.dropLate(at: monotonicNow())
      if late > 0 {
        log.error(
          "\(late) links were not opened, because the app was not active within \(LinkQueue<Martlet.URLContext>.patience.components.seconds) seconds."
        )
      }
      guard let context = queue.takeFirst() else { return }
      // What the app's code opens meanwhile follows.
      opened += 1
      opening = (opened, monotonicNow())
      begin(context, number: opened)
    }
  }

  private func begin(_ context: Martlet.URLContext, number: Int) {
    guard let martlet, martlet.delegate?.martlet(martlet, shouldOpenURL: context) ?? true else {
      return end(number)
    }
    guard !system.decidesItself else {
      system.open(context, universalLinksOnly: context.isUniversalLink)
      return end(number)
    }
    let route = LinkRoute(
      context.url, useWebView: context.useWebView, isUniversalLink: context.isUniversalLink,
      forwards: forwards)
    tryNext(route.ways[...], context, number)
  }

  private func tryNext(_ ways: ArraySlice<LinkRoute.Way>, _ context: Martlet.URLContext, _ number: Int) {
    let rest = ways.dropFirst()
    switch ways.first {
    case nil: end(number)
    case .system(let universalLinksOnly):
      system.open(context, universalLinksOnly: universalLinksOnly)
      end(number)
    case .forwarded: if system.forward(context) { end(number) } else { tryNext(rest, context, number) }
    case .inside:
      // In a later turn, because the message that was tapped is still there in this one.
      Task { [weak self] in
        self?.present(context) { [weak self] isPresented in
          if isPresented { self?.end(number) } else { self?.tryNext(rest, context, number) }
        }
      }
    }
  }

  private func present(_ context: Martlet.URLContext, then: @escaping @MainActor (Bool) -> Void) {
    guard let martlet, let controller = system.controller(for: context) else { return then(false) }
    let page = Martlet.ModalContext(context, on: controller)
    martlet.delegate?.martlet(martlet, willPresent: page)
    system.present(page, then: then)
  }

  private func end(_ number: Int) {
    if opening?.number == number { opening = nil }
    mayOpen()
  }
}
