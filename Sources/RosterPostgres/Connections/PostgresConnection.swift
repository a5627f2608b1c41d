#if Postgres
  internal import CPostgres
  internal import Foundation

  /// A connection to a server, which one thread uses at a time.
  ///
  /// Nothing here waits for ever: libpq is used in its non-blocking mode, and every wait has an end.
  /// Only the look-up of a host's name is beyond its reach.
  final class PostgresConnection {
    private let connection: OpaquePointer
    private let answerTimeout: Double
    /// The names of the statements that the server has prepared for this connection.
    private var prepared: [String: String] = [:]
    /// How many names were given, also to statements that the server then did not prepare.
    private var statementCount = 0
    /// Whether an answer has stayed out, so that the next one could be that of an earlier question.
    private var isOutOfStep = false
    /// How long the last answer that was looked for took.
    private var answerTime = Duration.zero
    /// How long an answer is looked for before the thread sleeps.
    private static let lookingTime = Duration.microseconds(100)
    /// From this time on, answers are too far away to be looked for.
    private static let answerTimeMax = Duration.microseconds(500)

    /// Connects to a server.
    ///
    /// - Throws: A `PostgresFailure` of the kind `unreachable`.
    init(_ configuration: PostgresConfiguration) throws {
      // Usually the server ends what takes too long, and says so.
      answerTimeout = 2 * configuration.answerTimeout
      guard let connection = PQconnectStart(configuration.connection) else {
        throw PostgresFailure(kind: .unreachable, message: "no memory left for a connection")
      }
      self.connection = connection
      try connect(Deadline(in: configuration.connectTimeout))
      PQsetnonblocking(connection, 1)
      // A notice is for people at a shell.
      PQsetNoticeReceiver(connection, { _, _ in }, nil)
    }

    deinit { PQfinish(connection) }

    /// The version of the server: 150000 for PostgreSQL 15.
    var serverVersion: Int { Int(PQserverVersion(connection)) }

    /// The encoding of the database.
    var encoding: String {
      PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } ?? ""
    }

    /// Whether the connection can be used for something else.
    var isIdle: Bool {
      !isOutOfStep && PQstatus(connection) == CONNECTION_OK
        && PQtransactionStatus(connection) == PQTRANS_IDLE
    }

    /// Whether the server has not ended the connection while it was not used.
    func isAlive() -> Bool {
      guard isIdle else { return false }
      // What an idle server says is a notice, or that it ends.
      while isReady(POLLIN, milliseconds: 0) {
        guard PQconsumeInput(connection) == 1 else { return false }
        // It is understood here, as if an answer were expected.
        _ = PQisBusy(connection)
      }
      return isIdle
    }

    private func connect(_ deadline: Deadline) throws {
      // It has no socket then, so there is nothing to wait for.
      guard PQstatus(connection) != CONNECTION_BAD else { throw unreachable() }
      var state = PGRES_POLLING_WRITING
      while state != PGRES_POLLING_OK {
        guard state != PGRES_POLLING_FAILED else { throw unreachable() }
        guard wait(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline) else {
          throw PostgresFailure(
            kind: .unreachable, message: "the server does not answer within the connect timeout")
        }
        state = PQconnectPoll(connection)
      }
    }

    private func unreachable() -> PostgresFailure {
      PostgresFailure(kind: .unreachable, message: message())
    }

    // MARK: Asking

    /// Runs statements that have no parameters, each in a round trip of its own.
    func run(_ script: String) throws {
      let deadline = Deadline(in: answerTimeout)
      guard PQsendQuery(connection, script) == 1 else { throw lost() }
      try flush(deadline)
      var failure: PostgresFailure?
      while let result = try nextResult(deadline) {
        failure = failure ?? self.failure(in: result)
        PQclear(result)
      }
      if let failure { throw failure }
    }

    /// Sends statements together and waits for all answers.
    ///
    /// They are one transaction, unless they say where one begins and ends.
    ///
    /// - Parameter looks: Whether the thread looks for the answer before it sleeps, if the last one came
    ///   soon.
    /// - Returns: The result of each statement.
    /// - Throws: The failure of the first statement that failed. The server has then skipped the
    ///   others, and a transaction that they began themselves is still open.
    func run(_ batch: PostgresBatch, looking looks: Bool = false) throws -> [PostgresResult] {
      let deadline = Deadline(in: answerTimeout)
      guard PQenterPipelineMode(connection) == 1 else { throw lost() }
      isOutOfStep = true
      let questions = try batch.statements.flatMap { try send($0.sql, $0.parameters) }
      guard PQpipelineSync(connection) == 1 else { throw lost() }
      try flush(deadline)
      let sent = ContinuousClock.now
      if looks, answerTime < Self.answerTimeMax { look(until: sent + Self.lookingTime) }
      var results: [PostgresResult] = []
      var failure: PostgresFailure?
      for question in questions {
        guard let result = try nextResult(deadline) else { throw lost() }
        failure = failure ?? self.failure(in: result)
        if failure == nil, case .preparing(let sql, let name) = question { prepared[sql] = name }
        if case .running = question {
          results.append(PostgresResult(result))
        } else {
          PQclear(result)
        }
        // After the result of each statement there is nothing more.
        guard try nextResult(deadline) == nil else { throw lost() }
        if let failure, failure.kind == .lost { throw failure }
      }
      try leavePipeline(deadline)
      isOutOfStep = false
      if looks { answerTime = sent.duration(to: .now) }
      if let failure { throw failure }
      return results
    }

    /// What a result in a pipeline answers.
    private enum Question {
      case preparing(sql: String, name: String)
      case running
    }

    private func send(_ sql: String, _ parameters: PostgresParameters) throws -> [Question] {
      var questions: [Question] = []
      var name = prepared[sql]
      if name == nil {
        statementCount += 1
        let new = "roster_\(statementCount)"
        guard PQsendPrepare(connection, new, sql, 0, nil) == 1 else { throw unsent() }
        questions.append(.preparing(sql: sql, name: new))
        name = new
      }
      let isSent = parameters.withPointers { count, values, lengths, formats in
        PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1) == 1
      }
      guard isSent else { throw unsent() }
      return questions + [.running]
    }

    private func leavePipeline(_ deadline: Deadline) throws {
      guard let sync = try nextResult(deadline) else { throw lost() }
      let status = PQresultStatus(sync)
      PQclear(sync)
      guard status == PGRES_PIPELINE_SYNC, PQexitPipelineMode(connection) == 1 else {
        throw lost()
      }
    }

    // MARK: Listening

    /// Waits for notifications of the channels that the connection listens to.
    ///
    /// - Returns: What they say; empty if none comes until the end.
    /// - Throws: A `PostgresFailure` of the kind `lost`.
    func notifications(until end: ContinuousClock.Instant) throws -> [String] {
      while true {
        guard PQconsumeInput(connection) == 1, isIdle else { throw lost() }
        var texts: [String] = []
        while let notification = PQnotifies(connection) {
          texts.append(String(cString: notification.pointee.extra))
          PQfreemem(notification)
        }
        if !texts.isEmpty { return texts }
        let deadline = Deadline(at: end)
        if deadline.milliseconds == 0 { return [] }
        _ = wait(POLLIN, deadline)
      }
    }

    // MARK: Waiting

    /// Looks for an answer, without sleeping.
    ///
    /// A thread that has slept for the whole time that a disk takes runs slower afterwards: its core was
    /// given away or has slept too, and its caches have what others did. That costs more than to look
    /// for a tenth of a millisecond.
    private func look(until end: ContinuousClock.Instant) {
      while ContinuousClock.now < end, !isReady(POLLIN, milliseconds: 0) {}
    }

    private func flush(_ deadline: Deadline) throws {
      while true {
        switch PQflush(connection) {
        case 0: return
        case 1:
          guard wait(POLLIN | POLLOUT, deadline) else { throw unanswered() }
          // The server may wait for its answers to be read before it reads more.
          if isReady(POLLIN, milliseconds: 0), PQconsumeInput(connection) != 1 { throw lost() }
        default: throw lost()
        }
      }
    }

    private func nextResult(_ deadline: Deadline) throws -> OpaquePointer? {
      while PQisBusy(connection) == 1 {
        guard wait(POLLIN, deadline) else { throw unanswered() }
        guard PQconsumeInput(connection) == 1 else { throw lost() }
      }
      return PQgetResult(connection)
    }

    /// Waits until the connection can be read or written.
    ///
    /// - Returns: Whether that is so before the deadline.
    private func wait(_ events: Int32, _ deadline: Deadline) -> Bool {
      while true {
        let milliseconds = deadline.milliseconds
        if isReady(events, milliseconds: milliseconds) { return true }
        if milliseconds == 0 { return false }
      }
    }

    private func isReady(_ events: Int32, milliseconds: Int32) -> Bool {
      var descriptor = pollfd(
        fd: PQsocket(connection), events: Int16(truncatingIfNeeded: events), revents: 0)
      return poll(&descriptor, 1, milliseconds) > 0
    }

    // MARK: Failures

    /// The failure that a result tells of, if any.
    private func failure(in result: OpaquePointer) -> PostgresFailure? {
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
      default: break
      }
      let state = field(result, "C")
      let severity = field(result, "V")
      let isEnd = state.isEmpty || severity == "FATAL" || severity == "PANIC"
      if isEnd { isOutOfStep = true }
      let primary = field(result, "M")
      let column = field(result, "c")
      return PostgresFailure(
        kind: isEnd ? .lost : .refused, state: state,
        column: column.isEmpty ? "" : "\(field(result, "t")).\(column)",
        message: primary.isEmpty ? message() : primary)
    }

    /// - Parameter code: The letter of a field in the protocol's error messages.
    private func field(_ result: OpaquePointer, _ code: Unicode.Scalar) -> String {
      PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) } ?? ""
    }

    private func lost() -> PostgresFailure {
      isOutOfStep = true
      return PostgresFailure(kind: .lost, message: message())
    }

    /// The server may have some of a batch, but not its end, without which nothing is committed.
    private func unsent() -> PostgresFailure {
      isOutOfStep = true
      return PostgresFailure(kind: .refused, message: message())
    }

    private func unanswered() -> PostgresFailure {
      isOutOfStep = true
      return PostgresFailure(kind: .unanswered, message: "the server does not answer in time")
    }

    /// What libpq says, without the password.
    private func message() -> String {
      var message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
      if let password = PQpass(connection).map({ String(cString: $0) }), !password.isEmpty {
        message = message.replacingOccurrences(of: password, with: "...")
      }
      let trimmed = message.trimmingCharacters(in: .whitespacesAndNewlines)
      return trimmed.isEmpty ? "the connection was lost" : trimmed
    }
  }

  /// The end of a wait.
  private struct Deadline {
    private let end: ContinuousClock.Instant

    init(at end: ContinuousClock.Instant) { self.end = end }

    init(in seconds: Double) {
      end = .now + .seconds(max(0, min(seconds, 1_000_000)))
    }

    /// The time that is left, rounded up; 0 if it is over.
    var milliseconds: Int32 {
      let left = ContinuousClock.now.duration(to: end)
      return left <= .zero ? 0 : Int32(min(left / .milliseconds(1), 60_000).rounded(.up))
    }
  }
#endif
