// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// Opens the folder, and handles commands until it is open (`Launch`).
extension Client {
  /// The number of attempts that also wait for files other than the state. A file that is still
  /// unreadable then stays for a later launch.
  private static let attemptsForAllFiles = 8

  func begin() {
    if settings.endpoint == nil {
      log.error(
        "The endpoint is not a URL, so nothing is sent. Use https://host, http://host:port or a host name.")
    }
    if settings.apiKey.isEmpty {
      log.error(
        "The SDK key is empty, so the server will reject every request. Create an SDK key in the console.")
    }
    if settings.forwardUniversalLinks, settings.universalLinkHosts.isEmpty {
      log.info(
        "Configuration.forwardUniversalLinks is on, but universalLinkHosts names no hosts, so only the links are forwarded that the delegate "
          + "marks with isUniversalLink.")
    }
    for field in settings.unusedFields { log.info("Configuration.\(field) is set, but has no effect.") }
    follow(launch.handle(.begin))
    gate.deviceID.announce(state.deviceID)
  }

  func hold(_ command: Command) {
    switch command {
    case .wake(let deadline): takeWake(of: deadline)
    case .storageMayBeReadable: follow(launch.handle(.hinted))
    case .identify(let continuation): continuation.resume(returning: nil)
    case .appIsObserved: noteAppsWord()
    case .flushAwaited(let turn), .restAwaited(let turn):
      turn.end(Martlet.FlushResult(waiting: launch.heldEvents, reason: .storageUnavailable))
    case .requestPrivacy(_, let turn): turn.end(.failure(.init(.storageUnavailable)))
    case .pathChanged(let isReachable): handle(line: .pathChanged(isReachable: isReachable))
    case .displayRequested(let id, let attempt):
      stage.yield(
        .prepared(presentationID: id, attempt: attempt, .ended(.discarded(.byApp)), Martlet.LocalAssets()))
    // These cannot refer to anything, because nothing was shown or requested.
    case .report, .answer, .asset, .authorizationRead, .settle, .describeActivity: break
    case .becameActive, .enteredBackground:
      noteAppsWord()
      // Messages that the app built may be visible.
      if case .becameActive = command {
        stage.yield(.phase(isActive: true))
      } else {
        stage.yield(.phase(isActive: false))
      }
      follow(launch.handle(.told(command, bytes: command.heldBytes)))
    case .push(let input):
      hold(push: input)
      follow(launch.handle(.told(command, bytes: command.heldBytes)))
    case .wipe:
      // Earlier notifications belong to a person who must be forgotten.
      handle(push: .wiped)
      follow(launch.handle(.told(command, bytes: command.heldBytes)))
    case .log, .setAttribute, .changeAttribute, .changeUser, .setSignature, .logOut, .flush, .setEnabled,
      .localReport, .registerToken,
      .reach:
      follow(launch.handle(.told(command, bytes: command.heldBytes)))
    }
  }

  func follow(_ effects: [Launch.Effect]) {
    for effect in effects {
      switch effect {
      case .open: follow(launch.handle(open()))
      case .retry(let delay): timers.set(.launch, at: environment.monotonicNow() + delay)
      case .log(let obstacle): log(obstacle)
      case .logLasting(let error):
        log.error(
          "The stored data has not been readable for a minute, although the app is in the foreground (\(error)), so nothing is sent or shown, and events are "
            + "lost when the app ends. Use a folder that the app can read and write (Configuration.storageDirectory)."
        )
      case .dropped(let count):
        log.error(
          "The stored data cannot be read yet, and too many events wait in memory: \(count) of the oldest events were dropped."
        )
      case .erase: eraseUnread()
      case .noteSwitch(let enabled, let inFolder):
        log.attempt("save whether the SDK is on or off") {
          try unopened?.save(isOff: !enabled, inFolder: inFolder)
        }
      case .perform(let commands):
        timers.set(.launch, at: nil)
        for command in commands { perform(command) }
      }
    }
  }

  private func log(_ obstacle: Launch.Obstacle) {
    switch obstacle {
    case .taken:
      log.error(
        "Another client uses the same storage folder, so this one sends and shows nothing, and keeps events in memory until the other one "
          + "is gone. Create only one client, or give each its own folder (Configuration.storageDirectory).")
    case .unreadable(let error):
      log.error(
        "The stored data cannot be read yet (\(error)), so nothing is sent or shown, because this person may have turned the SDK off. Events "
          + "wait in memory. The client tries again automatically, and when the app becomes active. If this continues, use a folder that the "
          + "app can read and write (Configuration.storageDirectory).")
    }
  }

  private func open() -> Launch.Input {
    let found =
      unopened
      ?? Storage(
        directory: settings.resolvedStorageDirectory().path, protection: settings.fileProtection,
        copy: settings.stateCopy)
    unopened = found
    var opened: Storage? = found
    do throws(FileError) {
      guard try found.claim() else { return .obstructed(.taken, holdsFolder: false) }
    } catch {
      if error.mayPass { return .obstructed(.unreadable(error), holdsFolder: false) }
      log.error("The storage folder cannot be used, so events are kept only in memory: \(error)")
      opened = nil
    }
    var stored = StoredState()
    var isKnown = true
    do {
      // The switch applies even if nothing else can be done with the folder.
      if let read = try found.readState() {
        stored = read
      } else if let locked = found.obstacleToWriting() {
        throw locked
      }
      if launch.attempts < Self.attemptsForAllFiles, let hidden = found.firstUnreadable() { throw hidden }
    } catch let error as FileError where error.mayPass {
      return .obstructed(.unreadable(error), holdsFolder: opened != nil)
    } catch {
      isKnown = false
      stored.enabled = false
      log.error(
        "The stored state cannot be read, so the SDK is off, because this person may have turned it off. "
          + "When the app knows that they agree, set `isEnabled = true`. This also stores a new state. (\(error))"
      )
    }
    unopened = nil
    storage = opened
    if isKnown, stored.isWiped { erase() }
    restore(stored)
    gate.restore(enabled: state.enabled, userID: state.userID)
    gate.set(deviceToken: state.push.token)
    gate.restore(isOptedOutOfPushes: state.push.isOptedOut)
    handle(push: .restored(state.push))
    handle(push: .switched(isOn: state.enabled))
    return .opened
  }

  /// Erases without waiting until the data can be read.
  private func eraseUnread() {
    guard let unopened else { return }
    var wiped = StoredState()
    wiped.enabled = false
    guard log.attempt("save the state", { try unopened.write(wiped) }) else { return }
    log.attempt("erase the stored data") { try unopened.erase() }
  }
}

/// Checks that the app calls the client. If it does not, the log says so once, with the remedy, at
/// the default level.
extension Client {
  private static let patienceForApp = Duration.seconds(10)

  /// With UIKit, the client observes the app itself, and a launch in the background is not an
  /// error.
  private var expectsAppsWord: Bool {
    #if canImport(UIKit)
    false
    #else
    !hasHeardOfApp
    #endif
  }

  func beginSetUpCheck() {
    if expectsAppsWord { timers.set(.appCheck, at: environment.monotonicNow() + Self.patienceForApp) }
  }

  func noteAppsWord() {
    hasHeardOfApp = true
    timers.set(.appCheck, at: nil)
  }

  func checkAppsWord() {
    guard state.enabled, expectsAppsWord else { return }
    log.error(
      "applicationDidBecomeActive() was not called within 10 seconds, so no session has started and no message is shown. "
        + "On Linux, and in a program without an app on macOS, call it once after launch and each time the app comes to the foreground."
    )
  }
}
