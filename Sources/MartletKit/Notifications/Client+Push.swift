// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Carries out what notifications cause.
extension Client {
  func handle(push input: PushMachine.Input) {
    for effect in push.handle(input, at: environment.monotonicNow()) { carryOut(effect) }
  }

  /// The rest of the notification waits with the other commands, but whoever passed it must get an
  /// answer in time.
  func hold(push input: PushMachine.Input) {
    switch input {
    case .received(_, let answer?), .unregistered(let answer): handle(push: .awaited(answer))
    case .responded(let response): if let answer = response.answer { handle(push: .awaited(answer)) }
    default: break
    }
  }

  /// The environment is read here, because it is in a file.
  func register(_ token: [UInt8], _ environment: Martlet.Notifications.PushEnvironment?) {
    handle(push: .registered(token: token, environment ?? ProvisioningProfile.environmentOfThisApp()))
  }

  /// A sync that is not in progress after a command has failed, or cannot be sent now. Those who
  /// wait for it should not wait for another attempt.
  func endFailedSyncs() {
    while push.isSyncing, !uplink.isSyncInFlight {
      handle(push: .synced(.failed))
      handle(line: .send(sessionID: sessions.current?.id))
    }
    if !loadingItems.isEmpty, !uplink.isSyncInFlight { finishLoading(isCurrent: false) }
  }

  private func carryOut(_ effect: PushMachine.Effect) {
    switch effect {
    case .perform(let step): perform(step)
    case .logClick(let campaignID, let at):
      perform(.log(.pushClick(campaign: campaignID.map { CampaignID($0) }), at: at))
    case .openContent(let payload): openContent(of: payload)
    case .count(let campaignID, let tags):
      drive(.pushCounted(campaign: CampaignID(campaignID), tags: tags), at: environment.now())
    case .find(let payload, let isTapped, let answer):
      if let item = PushedItem(payload, isTapped: isTapped, makeID: environment.makeID, at: environment.now())
      {
        handle(push: deliver(item) ? .found(item, answer) : .missing(item, answer))
      }
    case .findAgain(let item): handle(push: deliver(item) ? .found(item, nil) : .stillMissing(item))
    case .open(let link, let extras): stage.yield(.open(link, extras, epoch: epoch))
    case .synchronize: handle(line: .wantedNow)
    case .answer(let answer, let result):
      if case .terminated = stage.yield(.answer(answer, result)) { answer.endLater(result) }
    case .setBadge(let count): settings.notificationSystem?.setBadge(count)
    case .publish(let update): streams.notifications.send(update, epoch: epoch)
    case .readAuthorization: readAuthorization()
    case .store(let facts):
      gate.set(deviceToken: facts.token)
      handle(line: .pushFacts(facts))
    case .log(.debug, let text): log.debug("\(text)")
    case .log(.info, let text): log.info("\(text)")
    case .log(.error, let text): log.error("\(text)")
    }
  }

  private func perform(_ step: PushMachine.Step) {
    guard let system = settings.notificationSystem else { return }
    switch step {
    case .addCategories: system.add(settings.push.categories)
    case .registerForRemoteNotifications: system.registerForRemoteNotifications()
    case .unregisterForRemoteNotifications: system.unregisterForRemoteNotifications()
    case .requestAuthorization:
      Task { [mailbox, log, options = settings.push.automation.authorizationOptions] in
        do {
          _ = try await system.requestAuthorization(options)
        } catch {
          log.error("Push permission could not be requested: \(type(of: error)).")
        }
        mailbox.post(.push(.authorization(await system.authorizationStatus())))
      }
    }
  }

  private func readAuthorization() {
    guard let system = settings.notificationSystem else { return }
    authorizationReads += 1
    Task { [mailbox] in mailbox.post(.authorizationRead(await system.authorizationStatus())) }
  }
}
