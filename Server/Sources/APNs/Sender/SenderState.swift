// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import NIOCore

/// Decides everything that a sender does: which push goes on which connection, what an answer
/// means, what is sent again, when it connects and when it gives up. A value: inputs in, effects
/// out.
struct SenderState: Sendable {
  typealias RequestID = ConnectionState.RequestID
  typealias Stream = ConnectionState.Stream
  /// Numbers connections, the first one is 1.
  typealias Link = Int

  enum Input: Sendable {
    case submit(RequestID)
    case tokenSigned(ProviderToken)
    case tokenFailed
    /// The peer's settings, the first ones or others.
    case settings(Link, streams: Int)
    /// Something came from the peer.
    case heard(Link)
    case answered(Link, Stream, APNsAnswer)
    /// A stream ended without an answer. `isUnprocessed`: the peer says that it has not looked at
    /// the push.
    case reset(Link, Stream, isUnprocessed: Bool)
    case goAway(Link, last: Stream)
    /// The connection is gone, or there never was one. The reason is nil if the peer only closed
    /// it.
    case closed(Link, ConnectionTrouble? = nil)
    /// Nobody wants it sent any more, unless it is on its way.
    case withdraw(RequestID)
    /// Time has passed. See `nextWake`.
    case wake
    case shutDown
  }

  enum Effect: Hashable, Sendable {
    case connect(Link)
    case signToken
    case write(Link, Stream, RequestID, token: String)
    /// Resets the stream.
    case cancel(Link, Stream)
    case close(Link)
    case finish(RequestID, PushResult)
  }

  private struct Request {
    var deadline: Duration
    /// How often it was sent without an answer.
    var attempts = 0
    /// How often it was sent and not processed.
    var refusals = 0
    /// Where it is in flight.
    var place: (link: Link, stream: Stream)?
    var sentAt: SenderTime?
    var token = ""
  }

  /// Why connections carry nothing.
  private enum Obstacle {
    case answer(APNsAnswer)
    case connection(ConnectionTrouble)
  }

  private enum Opening {
    case none
    /// Until then the connection must be ready.
    case connecting(Link, until: Duration)
    /// After a failure.
    case waiting(until: Duration)
  }

  let limits: SenderLimits
  private var requests: [RequestID: Request] = [:]
  /// What waits for a stream. Those that are finished meanwhile are skipped.
  private var queue = CircularBuffer<RequestID>()
  /// All have the same time, so they stay in order.
  private var deadlines = CircularBuffer<(at: Duration, id: RequestID)>()
  /// The current connection, and former ones that still have answers to come.
  private var links: [Link: ConnectionState] = [:]
  private var current: Link?
  private var opening = Opening.none
  private var lastLink = 0
  /// How many connections in a row carried nothing.
  private var failures = 0
  private var obstacle: Obstacle?
  private var tokens = ProviderTokenState()
  private(set) var isShuttingDown = false

  init(limits: SenderLimits) {
    self.limits = limits
  }

  /// Whether nothing is left to do after `shutDown`.
  var isStopped: Bool { isShuttingDown && requests.isEmpty && links.isEmpty }
  /// The pushes whose result is not known yet.
  var unfinished: Int { requests.count }

  /// The pushes that were sent and not answered yet.
  var inFlight: Int { links.values.reduce(0) { $0 + $1.streams.count } }
  /// Whether there is a connection that carries pushes.
  var isConnected: Bool { current != nil }
  /// Whether the last connection failed and the next one is not due yet.
  var isWaitingToConnect: Bool { if case .waiting = opening { true } else { false } }

  /// When to call `wake`, at the latest.
  var nextWake: Duration? {
    let next: Duration? =
      switch opening {
      case .none: nil
      case .connecting(_, let until), .waiting(let until): until
      }
    guard let first = deadlines.first?.at else { return next }
    return next.map { min($0, first) } ?? first
  }

  /// - Parameter random: From 0 up to, but not including, 1.
  mutating func handle(_ input: Input, at time: SenderTime, random: @autoclosure () -> Double) -> [Effect] {
    var effects: [Effect] = []
    switch input {
    case .submit(let id): submit(id, at: time, &effects)
    case .tokenSigned(let token): tokens.signed(token)
    case .tokenFailed:
      tokens.failed()
      for id in queue { finish(id, .later(Postponement(cause: .notSent, wait: .forConnection)), &effects) }
      queue.removeAll()
    case .settings(let link, let streams): settings(link, streams: streams, at: time)
    case .heard(let link): links[link]?.heardAt = time.monotonic
    case .answered(let link, let stream, let answer):
      if let id = links[link]?.close(stream) {
        answered(id, answer, link: link, at: time, random: random(), &effects)
      }
    case .reset(let link, let stream, let isUnprocessed):
      guard let id = links[link]?.close(stream) else { break }
      if isUnprocessed { refusedOne(link, at: time, random: random()) }
      sendAgain(id, isUnprocessed ? .refused : .lost, &effects)
    case .goAway(let link, let last):
      sendAgain(links[link]?.goAway(last: last) ?? [], .refused, &effects)
      ended(link, .connection(.closed), at: time, random: random())
    case .closed(let link, let trouble):
      closed(link, trouble ?? .closed, at: time, random: random(), &effects)
    case .withdraw(let id): withdraw(id, &effects)
    case .wake: wake(at: time, random: random(), &effects)
    case .shutDown: isShuttingDown = true
    }
    pump(at: time, &effects)
    endLinks(&effects)
    return effects
  }

  private mutating func submit(_ id: RequestID, at time: SenderTime, _ effects: inout [Effect]) {
    guard !isShuttingDown else {
      return effects.append(.finish(id, .later(Postponement(cause: .shutDown, wait: .forConnection))))
    }
    let deadline = time.monotonic + limits.deadline
    requests[id] = Request(deadline: deadline)
    deadlines.append((deadline, id))
    queue.append(id)
  }

  private mutating func withdraw(_ id: RequestID, _ effects: inout [Effect]) {
    guard let request = requests[id], request.place == nil else { return }
    finish(
      id, .later(Postponement(cause: request.attempts > 0 ? .unanswered : .withdrawn, wait: .none)), &effects)
  }

  private mutating func finish(_ id: RequestID, _ result: PushResult, _ effects: inout [Effect]) {
    guard requests.removeValue(forKey: id) != nil else { return }
    effects.append(.finish(id, result))
    // Answers come roughly in order, so this keeps the list as short as the number of pushes in
    // flight.
    while let first = deadlines.first, requests[first.id] == nil { deadlines.removeFirst() }
  }
}

// MARK: Sending

extension SenderState {
  /// Writes as much as there is room for, and connects if it must.
  private mutating func pump(at time: SenderTime, _ effects: inout [Effect]) {
    while let id = queue.first {
      guard requests[id] != nil else {
        queue.removeFirst()
        continue
      }
      guard let link = current, links[link]?.isLast == false else {
        current = nil
        return connect(at: time, &effects)
      }
      guard links[link]?.hasRoom == true else { return }
      // After connections that carried nothing, one push at a time finds out whether this one does.
      guard failures == 0 || links[link]?.hasAnswered == true || links[link]?.streams.isEmpty == true else {
        return
      }
      let (token, mustSign) = tokens.token(at: time)
      if mustSign { effects.append(.signToken) }
      guard let token, let stream = links[link]?.open(id) else { return }
      queue.removeFirst()
      requests[id]?.place = (link, stream)
      requests[id]?.sentAt = time
      requests[id]?.token = token.text
      effects.append(.write(link, stream, id, token: token.text))
    }
  }

  private mutating func connect(at time: SenderTime, _ effects: inout [Effect]) {
    guard case .none = opening else { return }
    lastLink += 1
    links[lastLink] = ConnectionState(at: time.monotonic)
    opening = .connecting(lastLink, until: time.monotonic + limits.opening)
    effects.append(.connect(lastLink))
  }

  private enum Failure {
    /// The peer has not processed it.
    case refused
    /// Nobody knows whether the peer has processed it.
    case lost
  }

  private mutating func sendAgain(_ id: RequestID, _ failure: Failure, _ effects: inout [Effect]) {
    requests[id]?.place = nil
    switch failure {
    case .lost: requests[id]?.attempts += 1
    case .refused: requests[id]?.refusals += 1
    }
    guard let request = requests[id] else { return }
    if request.attempts >= limits.attempts {
      return finish(id, .later(Postponement(cause: .unanswered, wait: .forAnswer)), &effects)
    }
    if request.refusals >= limits.refusals {
      return finish(id, .later(notSent(after: request.attempts)), &effects)
    }
    queue.prepend(id)
  }

  private mutating func sendAgain(_ ids: [RequestID], _ failure: Failure, _ effects: inout [Effect]) {
    for id in ids.reversed() { sendAgain(id, failure, &effects) }
  }
}

// MARK: Answers

extension SenderState {
  private mutating func answered(
    _ id: RequestID, _ answer: APNsAnswer, link: Link, at time: SenderTime, random: Double,
    _ effects: inout [Effect]
  ) {
    let expiry = answer.meaning == .renewToken ? requests[id].map { tokens.expired($0.token, at: time) } : nil
    if answer.meaning == .reconnect || expiry == .clocksDiffer {
      return sendElsewhere(id, answer, link: link, at: time, random: random, &effects)
    }
    links[link]?.hasAnswered = true
    links[link]?.refusals = 0
    (failures, obstacle) = (0, nil)
    guard let request = requests[id] else { return }
    switch answer.meaning {
    case nil: finish(id, .sent, &effects)
    case .invalidToken:
      let since = answer.timestamp ?? request.sentAt?.wall ?? time.wall
      finish(id, .invalidToken(InvalidToken(reason: answer.reason, since: since)), &effects)
    case .mistake: finish(id, .mistake(answer), &effects)
    case .stop: finish(id, .stop(answer), &effects)
    case .later(let wait): finish(id, .later(Postponement(cause: .answer(answer), wait: wait)), &effects)
    case .reconnect: break
    case .renewToken:
      guard request.refusals + 1 < limits.refusals else { return finish(id, .stop(answer), &effects) }
      sendAgain(id, .refused, &effects)
    }
  }

  /// One server of APNs does not take pushes of this sender. The next one may: it is about to stop,
  /// or its clock is wrong.
  private mutating func sendElsewhere(
    _ id: RequestID, _ answer: APNsAnswer, link: Link, at time: SenderTime, random: Double,
    _ effects: inout [Effect]
  ) {
    // When several in a row call a new token expired, it is this machine's clock.
    if answer.meaning == .renewToken, failures >= limits.doubts { return finish(id, .stop(answer), &effects) }
    _ = links[link]?.goAway(last: .max)
    ended(link, .answer(answer), at: time, random: random)
    sendAgain(id, .refused, &effects)
  }

  /// The peer did not process a push. One that does so again and again is left alone for a while.
  private mutating func refusedOne(_ link: Link, at time: SenderTime, random: Double) {
    links[link]?.refusals += 1
    guard let refusals = links[link]?.refusals, refusals >= limits.refusals else { return }
    links[link]?.hasAnswered = false
    _ = links[link]?.goAway(last: .max)
    ended(link, .connection(.refused), at: time, random: random)
  }

  /// What becomes of a push that does not get on its way.
  private func notSent(after attempts: Int) -> Postponement {
    if attempts > 0 { return Postponement(cause: .unanswered, wait: .forConnection) }
    return switch obstacle {
    case .answer(let answer)?: Postponement(cause: .answer(answer), wait: .forConnection)
    case .connection(let trouble)?: Postponement(cause: .notSent, wait: .forConnection, trouble: trouble)
    case nil: Postponement(cause: .notSent, wait: .forConnection)
    }
  }
}

// MARK: Connections

extension SenderState {
  private mutating func settings(_ link: Link, streams: Int, at time: SenderTime) {
    guard links[link] != nil else { return }
    links[link]?.settings(streams: min(streams, limits.streams))
    links[link]?.heardAt = time.monotonic
    if case .connecting(link, _) = opening {
      opening = .none
      current = link
      // A peer that refused everything has not taken anything yet.
      if case .connection(let trouble)? = obstacle, trouble != .refused { obstacle = nil }
    }
  }

  private mutating func closed(
    _ link: Link, _ trouble: ConnectionTrouble, at time: SenderTime, random: Double, _ effects: inout [Effect]
  ) {
    guard var state = links[link] else { return }
    sendAgain(state.end(), .lost, &effects)
    ended(link, .connection(trouble), at: time, random: random)
    links[link] = nil
  }

  /// It carries no more pushes. After one that has carried none, the next one has to wait.
  private mutating func ended(_ link: Link, _ obstacle: Obstacle, at time: SenderTime, random: Double) {
    let wasOpening = if case .connecting(link, _) = opening { true } else { false }
    if current == link { current = nil } else if !wasOpening { return }
    guard links[link]?.hasAnswered == false else { return }
    failures += 1
    self.obstacle = obstacle
    // APNs asks for another connection from time to time. Only when that one asks too, it is more
    // than a change of servers.
    if failures == 1, case .answer = obstacle { return }
    opening = .waiting(
      until: time.monotonic + Wait.forConnection.duration(attempts: failures, random: random))
  }

  /// Closes connections that have nothing more to do.
  private mutating func endLinks(_ effects: inout [Effect]) {
    let isOver = isShuttingDown && requests.isEmpty
    for (link, state) in links where state.isDone || isOver {
      links[link] = nil
      effects.append(.close(link))
      if current == link { current = nil }
    }
    if isOver { opening = .none }
  }
}

// MARK: Time

extension SenderState {
  private mutating func wake(at time: SenderTime, random: Double, _ effects: inout [Effect]) {
    switch opening {
    case .connecting(let link, let until) where until <= time.monotonic:
      effects.append(.close(link))
      closed(link, .timeout, at: time, random: random, &effects)
    case .waiting(let until) where until <= time.monotonic: opening = .none
    default: break
    }
    while let first = deadlines.first, first.at <= time.monotonic {
      deadlines.removeFirst()
      guard let request = requests[first.id] else { continue }
      guard let place = request.place, let sentAt = request.sentAt else {
        finish(first.id, .later(notSent(after: request.attempts)), &effects)
        continue
      }
      _ = links[place.link]?.close(place.stream)
      finish(first.id, .later(Postponement(cause: .unanswered, wait: .forAnswer)), &effects)
      // A peer that has said nothing since is not there any more, and would leave all others
      // waiting too.
      if let heardAt = links[place.link]?.heardAt, heardAt <= sentAt.monotonic {
        effects.append(.close(place.link))
        closed(place.link, .silent, at: time, random: random, &effects)
      } else {
        effects.append(.cancel(place.link, place.stream))
      }
    }
  }
}
