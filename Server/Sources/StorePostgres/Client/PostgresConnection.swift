// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CLibPQ
import Foundation
import MartletCore
import Store
import StoreSQL

/// A connection, used by one thread at a time.
///
/// Statements are sent without waiting, and travel together: what is sent before something waits
/// costs one round trip. Everything waits with `poll`, never inside libpq, so that each wait has an
/// end. Nothing is ever cancelled that may be a commit: PostgreSQL would call it a success.
final class PostgresConnection {
  /// What the results that are to come belong to.
  private enum Expected {
    /// Statements whose results nobody reads, such as BEGIN.
    case control
    case preparation(Use, PostgresStatement)
    case rows
    case kept(SQLQuestion)
    case end
  }

  /// A statement of ours, with one list of arguments, or with many at once.
  private struct Use: Hashable {
    var sql: String
    var isForEach = false
  }

  private final class Notices { var isNotReplicated = false }

  private let connection: OpaquePointer
  private let notices = Notices()
  private let types: StatementTypes
  private var statements: [Use: PostgresStatement] = [:]
  /// Those whose preparation has no result yet.
  private var preparing: [Use: PostgresStatement] = [:]
  private var prepared = 0
  private var expected: [Expected] = []
  /// Answers that came before somebody asked for them.
  private var kept: [String: (question: SQLQuestion, answer: PostgresResult)] = [:]
  /// For ever, once something was not answered: libpq does not know.
  private(set) var isBroken = false
  /// How long an answer may take.
  var patience: Duration
  /// The numbers of apps that are known to be committed. They never change.
  var apps: [ExactText: Int64] = [:]
  /// How often it has waited for answers.
  private(set) var roundTrips = 0

  /// - Parameters:
  ///   - timeout: Of the connection alone. A machine that is paused accepts one and says nothing.
  ///   - setup: Statements without arguments to begin with.
  ///   - types: What is known of statements from other connections.
  init(
    _ host: PostgresAddress.Host, timeout: Duration, setup: [String] = [], patience: Duration = .seconds(30),
    types: StatementTypes
  ) throws(PostgresError) {
    let limit = ContinuousClock.now + timeout
    guard let started = host.startConnecting() else {
      throw PostgresError(sqlState: "53200", message: "No memory for a connection.")
    }
    connection = started
    (self.types, self.patience) = (types, patience)
    // From here on an error frees the connection by `deinit`.
    guard PQstatus(started) != CONNECTION_BAD else { throw .lost(started) }
    var state = PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      guard state != PGRES_POLLING_FAILED else { throw .lost(started) }
      let event = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard Self.wait(PQsocket(started), for: event, until: limit) else {
        throw PostgresError(sqlState: "08001", message: "The database does not answer.")
      }
      state = PQconnectPoll(started)
    }
    PQsetnonblocking(started, 1)
    PQsetNoticeReceiver(
      started,
      { context, result in
        guard let context, let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))),
          strstr(text, "synchronous replication") != nil
        else { return }
        Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().isNotReplicated = true
      }, Unmanaged.passUnretained(notices).toOpaque())
    PQenterPipelineMode(started)
    guard !setup.isEmpty else { return }
    for sql in setup { try send(control: sql) }
    _ = try receive()
  }

  deinit { PQfinish(connection) }

  var isAlive: Bool { !isBroken && PQstatus(connection) == CONNECTION_OK }

  /// Whether it is of use, after it was idle. Notices that the server has ended it.
  var isUsable: Bool {
    while isAlive, Self.wait(PQsocket(connection), for: POLLIN, until: .now) {
      guard PQconsumeInput(connection) == 1 else { return false }
    }
    return isAlive
  }

  /// Waits until the server notifies of something, at most so long. Returns whether it did.
  func isNotified(within time: Duration) -> Bool {
    guard Self.wait(PQsocket(connection), for: POLLIN, until: .now + time),
      PQconsumeInput(connection) == 1
    else { return false }
    var isNotified = false
    while let notification = PQnotifies(connection) {
      isNotified = true
      PQfreemem(notification)
    }
    return isNotified
  }

  /// Not used any more.
  func abandon() { isBroken = true }

  /// Whether nobody waits any more for what the connection reads. Never set it where something may
  /// be committed.
  var isCallerGone: (() -> Bool)?

  /// What the process does alone as long as it has this connection (`PostgresStore.acquire`).
  var duties: Set<Duty> = []

  /// How often `isCallerGone` is asked while an answer is awaited.
  private static let look = Duration.milliseconds(100)

  /// Asks the server to end what it does.
  private func cancel() {
    let cancel = PQgetCancel(connection)
    defer { PQfreeCancel(cancel) }
    var text = [CChar](repeating: 0, count: 256)
    _ = PQcancel(cancel, &text, Int32(text.count))
  }

  /// The process that the server named when it connected us. A pooler names one of its own.
  var announcedProcess: Int64 { Int64(PQbackendPID(connection)) }

  // MARK: - Sending

  /// Sends a statement without arguments. It is not prepared, so poolers of any mode pass it on.
  func send(control sql: String, isResultIgnored: Bool = true) throws(PostgresError) {
    guard PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 1 else { throw .lost(connection) }
    expected.append(isResultIgnored ? .control : .rows)
  }

  /// Sends a statement, and prepares it before if this connection has not yet.
  ///
  /// - Parameter isResultIgnored: Whether `receive` leaves its result out.
  func send(_ sql: String, _ arguments: SQLArguments, isResultIgnored: Bool = false)
    throws(PostgresError)
  {
    try send(sql, arguments, isResultIgnored ? .control : .rows)
  }

  /// Sends a change with each of several lists of arguments.
  func send(_ sql: String, each: [SQLArguments]) throws(PostgresError) {
    if each.count == 1 { return try send(sql, each[0], .control) }
    let (one, all) = try statements(forEach: sql)
    try send(all, PostgresArguments(of: each, as: one.types), .control)
  }

  /// Sends a change for each of many rows.
  ///
  /// - Parameters:
  ///   - value: An argument, counted from 0, for a row.
  ///   - columns: Those of the result.
  func send(
    _ sql: String, rows: Int, returning columns: String, _ value: (_ argument: Int, _ row: Int) -> SQLValue
  )
    throws(PostgresError)
  {
    let (one, all) = try statements(forEach: sql, returning: columns)
    var bound = PostgresArguments()
    for (argument, type) in one.types.enumerated() { bound.add(rows, as: type) { value(argument, $0) } }
    try send(all, bound, .rows)
  }

  /// Sends a question.
  func send(_ question: SQLQuestion) throws(PostgresError) { try send(question, .rows) }

  /// Sends a question whose answer `receive` puts into `kept`.
  func send(ahead question: SQLQuestion) throws(PostgresError) { try send(question, .kept(question)) }

  private func send(_ question: SQLQuestion, _ kind: Expected) throws(PostgresError) {
    if question.each.count == 1 { return try send(question.sql, question.each[0], kind) }
    let (one, all) = try statements(forEach: question.sql)
    try send(all, PostgresArguments(of: question.each, as: one.types), kind)
  }

  /// The answer to a question that was sent ahead; nil if it was not, or was asked for already.
  func takeAnswer(to question: SQLQuestion) throws(PostgresError) -> PostgresResult? {
    if let known = takeKept(question) { return known }
    let isUnderWay = expected.contains { if case .kept(question) = $0 { true } else { false } }
    guard isUnderWay else { return nil }
    _ = try receive()
    return takeKept(question)
  }

  private func takeKept(_ question: SQLQuestion) -> PostgresResult? {
    guard let known = kept[question.sql], known.question.each == question.each else { return nil }
    kept[question.sql] = nil
    return known.answer
  }

  /// Forgets answers that nobody has asked for, also those that are still to come.
  func forgetAnswers() {
    kept = [:]
    for index in expected.indices {
      if case .kept = expected[index] { expected[index] = .control }
    }
  }

  private func send(_ sql: String, _ arguments: SQLArguments, _ kind: Expected) throws(PostgresError) {
    let statement = try statement(sql)
    try send(statement, statement.bind(arguments), kind)
  }

  private func send(_ statement: PostgresStatement, _ bound: PostgresArguments, _ kind: Expected)
    throws(PostgresError)
  {
    let sent = bound.withPointers { count, values, lengths, formats in
      PQsendQueryPrepared(connection, statement.name, count, values, lengths, formats, 1)
    }
    guard sent == 1 else { throw .lost(connection) }
    expected.append(kind)
  }

  /// Waits until the types of a statement are known, so that sending it does not wait, and loses no
  /// result of what was sent before.
  func prepare(_ question: SQLQuestion) throws(PostgresError) { _ = try statement(question.sql) }

  /// A statement, and the one that does the same for many lists of arguments.
  private func statements(forEach sql: String, returning columns: String? = nil) throws(PostgresError) -> (
    one: PostgresStatement, all: PostgresStatement
  ) {
    let one = try statement(sql)
    let use = Use(sql: sql, isForEach: true)
    if let known = statements[use] ?? preparing[use] { return (one, known) }
    guard let text = one.forEach(isOrdered: columns == nil) else { throw PostgresStatement.wrongArguments }
    prepared += 1
    let all = PostgresStatement(
      text: columns.map { "\(text) RETURNING \($0)" } ?? text, name: "s\(prepared)", count: one.count)
    try send(preparationOf: all, for: use)
    preparing[use] = all
    return (one, all)
  }

  private func send(preparationOf statement: PostgresStatement, for use: Use) throws(PostgresError) {
    guard PQsendPrepare(connection, statement.name, statement.text, 0, nil) == 1 else {
      throw .lost(connection)
    }
    expected.append(.preparation(use, statement))
  }

  private func statement(_ sql: String) throws(PostgresError) -> PostgresStatement {
    let use = Use(sql: sql)
    if let known = statements[use] ?? preparing[use] { return known }
    prepared += 1
    var statement = PostgresStatement(sql, name: "s\(prepared)")
    if let known = types[sql] {
      statement.types = known
      try send(preparationOf: statement, for: use)
      preparing[use] = statement
      return statement
    }
    try send(preparationOf: statement, for: use)
    guard PQsendDescribePrepared(connection, statement.name) == 1 else { throw .lost(connection) }
    expected.append(.rows)
    let results = try receive()
    guard let description = results.last else { throw PostgresError.noAnswer }
    statement.types = description.parameters
    types[sql] = statement.types
    statements[use] = statement
    return statement
  }

  /// Runs several statements without arguments, and waits for their end.
  ///
  /// - Parameter rows: What a `COPY … FROM STDIN` among them reads.
  func run(script: String, copying rows: [UInt8] = []) throws(PostgresError) {
    PQexitPipelineMode(connection)
    defer { PQenterPipelineMode(connection) }
    guard PQsendQuery(connection, script) == 1 else { throw .lost(connection) }
    var problem: PostgresError?
    while let result = try next() {
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
      case PGRES_COPY_IN:
        // Both keep what the socket does not take at once: `next` sends it.
        let isPut = rows.withUnsafeBytes {
          PQputCopyData(connection, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count)) == 1
        }
        if !isPut || PQputCopyEnd(connection, nil) != 1 {
          isBroken = true
          problem = .lost(connection)
        }
      default: problem = problem ?? PostgresError(result)
      }
      PQclear(result)
      if isBroken { break }
    }
    guard let problem else { return }
    // Of the transaction that the script began.
    if isAlive, PQsendQuery(connection, "ROLLBACK") == 1 { while let result = try next() { PQclear(result) } }
    throw problem
  }

  // MARK: - Receiving

  /// Sends the rest, waits for all results that are to come and returns those with rows, in order.
  /// If one failed, those after it were not executed.
  func receive() throws(PostgresError) -> [PostgresResult] {
    try end()
    roundTrips += 1
    defer { (expected, preparing) = ([], [:]) }
    var rows: [PostgresResult] = []
    var problem: PostgresError?
    for each in expected {
      switch each {
      case .end:
        while let result = try next() {
          let isEnd = PQresultStatus(result) == PGRES_PIPELINE_SYNC
          PQclear(result)
          if isEnd { break }
        }
      case .control, .preparation, .rows, .kept:
        while let result = try next() {
          switch PQresultStatus(result) {
          case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
            if case .preparation(let use, let statement) = each { statements[use] = statement }
            switch each {
            case .rows: rows.append(PostgresResult(result))
            case .kept(let question): kept[question.sql] = (question, PostgresResult(result))
            case .control, .preparation, .end: PQclear(result)
            }
          case PGRES_PIPELINE_ABORTED: PQclear(result)
          default:
            problem = problem ?? PostgresError(result)
            PQclear(result)
          }
        }
      }
    }
    if let problem { throw problem }
    if notices.isNotReplicated {
      isBroken = true
      throw .notReplicated
    }
    return rows
  }

  /// Sends what was said so far without waiting for its results: they come with the next ones.
  func end() throws(PostgresError) {
    guard PQpipelineSync(connection) == 1 else { throw .lost(connection) }
    expected.append(.end)
    guard PQflush(connection) >= 0 else { throw .lost(connection) }
  }

  /// The next result; nil at the end of those of one statement.
  private func next() throws(PostgresError) -> OpaquePointer? {
    let limit = ContinuousClock.now + patience
    while true {
      let unsent = PQflush(connection)
      guard unsent >= 0 else { throw .lost(connection) }
      if unsent == 0, PQisBusy(connection) == 0 { return PQgetResult(connection) }
      let events = unsent == 1 ? POLLIN | POLLOUT : POLLIN
      let next = isCallerGone == nil ? limit : min(limit, ContinuousClock.now + Self.look)
      guard Self.wait(PQsocket(connection), for: events, until: next) else {
        guard ContinuousClock.now < limit else {
          isBroken = true
          throw .noAnswer
        }
        // Again and again, because one that comes between two statements ends neither.
        if isCallerGone?() == true { cancel() }
        continue
      }
      guard PQconsumeInput(connection) == 1 else { throw .lost(connection) }
    }
  }

  // MARK: - Waiting

  /// False when the time is over.
  private static func wait(_ socket: Int32, for events: Int32, until limit: ContinuousClock.Instant) -> Bool {
    while true {
      let left = limit - ContinuousClock.now
      var one = pollfd(fd: socket, events: Int16(events), revents: 0)
      let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
      let code = poll(&one, 1, left > .zero ? Int32(clamping: milliseconds + 1) : 0)
      if code > 0 { return true }
      // What is wrong with the socket, libpq finds out.
      if code < 0, errno != EINTR { return true }
      if left <= .zero { return false }
    }
  }
}
