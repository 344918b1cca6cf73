// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Records the engine's inputs and decisions, and replays them at the next launch.
extension Client {
  /// How long recording pauses after the disk failed. Then a new segment is started.
  private static let pauseAfterFailure = Duration.seconds(60)

  /// Nothing is written while the SDK is off.
  private var recording: Recording? { state.enabled ? storage?.recording : nil }

  func beginRecordingIfNeeded(at now: Instant) {
    guard let recording, recording.needsSegment, environment.monotonicNow() >= recordingPausedUntil else {
      return
    }
    let snapshot = Wire.Recording.Snapshot(
      sdkVersion: Martlet.version, at: now, policy: engine.policy, utcOffset: environment.utcOffset(now),
      timeZone: uplink.device?.timeZone,
      userID: engine.userID)
    let head = Wire.Recording.head(snapshot, engine, definitions: definitionFrames)
    attemptRecording { () throws(FileError) in try recording.begin(with: head) }
  }

  func write(
    _ definitions: [UInt8], _ input: DeliveryEngine.Input, at now: Instant,
    _ effects: [DeliveryEngine.Effect], _ record: Wire.EventRecord?
  ) {
    switch input {
    case .definitionsReceived: definitionFrames = definitions
    case .userChanged where !engine.hasDefinitions: definitionFrames = []
    default: break
    }
    guard let recording, recording.isOpen,
      let recorded = Wire.Recording.Input(
        input, at: now, utcOffset: environment.utcOffset(now), record: record)
    else { return }
    let frames = definitions + Wire.Recording.frames(of: recorded, effects: effects)
    attemptRecording { () throws(FileError) in try recording.append(frames) }
    isStepOpen =
      record != nil
      || effects.contains { effect in
        switch effect {
        case .record, .decided, .expose, .reach(.expose): true
        default: false
        }
      }
    // A segment of another person starts with that person's state.
    if case .userChanged = input { closeRecording() }
    if recording.isDirty { synchronizeSoon() }
  }

  /// Called before the server can acknowledge the newest step's records. Later, a record that is
  /// missing from the journal was not lost.
  func closeStep() {
    guard isStepOpen, let recording, recording.isOpen else { return }
    isStepOpen = false
    attemptRecording { () throws(FileError) in try recording.append(Wire.Recording.doneFrame) }
  }

  /// Logs a failing disk once, not at every event.
  private func attemptRecording(_ body: () throws(FileError) -> Void) {
    do throws(FileError) {
      try body()
    } catch {
      recordingPausedUntil = environment.monotonicNow() + Self.pauseAfterFailure
      log.error(
        "Could not write the recording, so the state of the engine may be lost at the next launch: \(error)")
    }
  }

  // MARK: - At start

  /// Restores the last launch's engine by replaying its recording. Presentations in progress end,
  /// because the stack is only in memory. Returns whether the engine holds exactly the prepared
  /// definitions.
  func restoreEngine(from recording: Recording, _ prepared: PreparedDefinitions?) -> Bool {
    let clock = Wire.Recording.WallOffset()
    let known = prepared.map {
      Wire.Recording.Player.Known(
        tag: $0.stored.definitions.tag, userID: $0.stored.userID, definitions: $0.runnable, caps: $0.caps)
    }
    var player = Wire.Recording.Player(compilePattern: environment.compilePattern, known: known, clock: clock)
    log.attempt("read the recording") {
      let segments = try recording.segments()
      // The newest segment is enough. If its beginning is damaged, older ones are played first.
      for count in 1...max(segments.count, 1) {
        player = Wire.Recording.Player(compilePattern: environment.compilePattern, known: known, clock: clock)
        for segment in segments.suffix(count) {
          if let bytes = try recording.read(segment) { player.play(bytes, segment: segment, steps: { _ in }) }
        }
        if player.engine != nil { break }
      }
    }
    report(damage: player.problems, of: "Recording")
    clock.follow(environment.utcOffset)
    guard let played = player.engine else { return false }
    // An engine of another version may have left out campaigns that this one can run.
    let isSameEngine = player.snapshot?.engineVersion == DeliveryEngine.version
    let holdsThem =
      isSameEngine
      && (known.map { player.tag == $0.tag && played.userID.isExactly($0.userID) && played.hasDefinitions }
        ?? false)
    if holdsThem, played.policy == engine.policy {
      engine = played
      definitionFrames = player.definitionFrames
    } else {
      // Restore only the engine's memory: definitions without messages cannot show anything, and
      // the app may have set another interval.
      engine.resume(played.saved, played.inFlight)
    }
    for presentation in engine.livePresentations {
      handle(display: .restored(presentation))
    }
    if let step = player.openStep, let snapshot = player.snapshot,
      snapshot.engineVersion == DeliveryEngine.version
    {
      complete(step, of: snapshot.userID, prepared)
    }
    // The process may have ended after an impression was recorded and before the engine received
    // it.
    let seen = uplink.records.compactMap { record -> (id: String, at: Instant)? in
      if case .impression(let presentation) = record.body { (presentation.id, record.at) } else { nil }
    }
    for impression in seen where engine.isLive(impression.id) {
      drive(.outcomeReported(decisionID: impression.id, .shown), at: min(impression.at, environment.now()))
    }
    drive(.relaunched, at: environment.now())
    if isReachReady { handle(reach: .ready(true)) }
    return engine.hasDefinitions
  }

  /// Writes the newest step's missing records. The process may have ended after the step was
  /// recorded and before all were in the journal.
  private func complete(
    _ step: Wire.Recording.Player.Step, of userID: String?, _ prepared: PreparedDefinitions?
  ) {
    let records = uplink.records
    var (decided, exposed): (Set<String>, Set<String>) = ([], [])
    var reported: [String: [Wire.EventRecord.Body]] = [:]
    for record in records {
      switch record.body {
      case .decision(let decision): decided.insert(decision.decisionID)
      case .exposure(let presentation, _, _): exposed.insert(presentation.id)
      case .outcome(let presentation, _, _): reported[presentation.id, default: []].append(record.body)
      default: break
      }
    }
    let owner = Owner(userID: userID, sessionID: nil)
    if let missing = step.record, !records.contains(where: { $0.id == missing.id }) { record(missing) }
    for effect in step.effects {
      switch effect {
      case .record(let outcome) where outcome.outcome != .shown:
        let body = Wire.EventRecord.Body(outcome)
        if reported[outcome.decisionID]?.contains(body) != true { record(body, at: step.at, of: owner) }
      case .decided(let decision):
        if !decided.contains(decision.id), isReported(decision) {
          record(.decision(Wire.DecisionRecord(decision)), at: decision.at, of: owner)
        }
      case .expose(let presentation):
        // Arms could not be compared if what counts for the limits of one of them had no exposure.
        if !exposed.contains(presentation.id), let body = prepared?.exposure(of: presentation) {
          record(body, at: step.at, of: owner)
        }
      case .reach(.expose(let item)):
        if !exposed.contains(item.id), let body = prepared?.exposure(of: item) {
          record(body, at: step.at, of: owner)
        }
      default: break
      }
    }
  }
}
