internal import RosterCore
internal import RosterJSON

/// Minimizes a failing log by delta debugging (Zeller and Hildebrandt, 2002), from whole entries
/// down to the characters of models.
///
/// A candidate fails if its check has the same outcome as that of the original log. The minimizer
/// removes runs of elements from every row (see ``Reduction``), first half of the row and finally
/// single elements, and keeps the candidates that still fail. It removes a run in two ways: so that
/// the other entries keep their meaning, and so that they stay as they are. The log is minimal when
/// no single element of any row can be removed.
///
/// The same log and the same check give the same result.
public struct LogMinimizer {
  /// The progress of a minimization.
  public struct Progress: Sendable {
    /// The number of candidates that were checked, including those of earlier runs.
    public var checkCount: Int
    /// The smallest log that still fails.
    public var log: ChangesetLog
    /// The length of its text.
    public var byteCount: Int
  }

  /// The reason why a minimization cannot begin.
  public enum Failure: Error, Hashable {
    /// The check of the log has another outcome than the expected failure.
    case logDoesNotFail(CheckOutcome)
    /// The check of a log without entries has the same outcome as that of the log.
    case everyLogFails(CheckOutcome)
  }

  /// The outcomes of the checks.
  public private(set) var journal: CheckJournal
  /// The smallest log that still fails.
  public private(set) var log: ChangesetLog
  private var byteCount: Int
  private let status: Int?
  private let check: (_ log: [UInt8]) throws -> CheckOutcome
  private let record: (_ line: [UInt8]) throws -> Void
  private let report: (Progress) throws -> Void
  private var failure = CheckOutcome(status: 0)
  /// The first flaw of the log. If it is set, only candidates with the same flaw, or none, may be
  /// kept.
  private var flaw: LogFlaw?
  private var mustKeepFlaw = false

  /// Makes a minimizer.
  ///
  /// - Parameters:
  ///   - log: The failing log.
  ///   - journal: The outcomes of an earlier run.
  ///   - status: The exit status that counts as the failure; with `nil`, that of the log.
  ///   - check: Checks a log. An error that it throws ends the minimization.
  ///   - record: Stores a line of the journal.
  ///   - report: Is called after each check of a candidate.
  public init(
    log: ChangesetLog, journal: CheckJournal, status: Int? = nil,
    check: @escaping (_ log: [UInt8]) throws -> CheckOutcome,
    record: @escaping (_ line: [UInt8]) throws -> Void = { _ in },
    report: @escaping (Progress) throws -> Void = { _ in }
  ) {
    self.log = log
    self.journal = journal
    self.status = status
    self.check = check
    self.record = record
    self.report = report
    byteCount = log.bytes.count
  }

  /// Minimizes the log. If this throws, `log` is the smallest one so far.
  ///
  /// - Throws: A ``Failure``, or an error of the closures.
  public mutating func run() throws {
    try observeFailure()
    var isMinimal = false
    while !isMinimal {
      isMinimal = true
      for reduction in Reduction.allCases where try reduce(by: reduction) { isMinimal = false }
    }
  }

  // MARK: The failure

  /// Finds out what the failure is, and whether the check can distinguish it from that of a flawed
  /// log.
  private mutating func observeFailure() throws {
    failure = try outcome(of: log.bytes)
    guard failure.isMarked, status == nil || status == failure.status else {
      throw Failure.logDoesNotFail(failure)
    }
    guard try outcome(of: ChangesetLog().bytes) != failure else {
      throw Failure.everyLogFails(failure)
    }
    for flawed in Self.flawedLogs where try outcome(of: flawed.bytes) == failure {
      mustKeepFlaw = true
    }
    flaw = mustKeepFlaw ? try LogFlaw(of: log.entries) : nil
  }

  /// Logs of one entry whose replay fails, each for another reason.
  private static var flawedLogs: [ChangesetLog] {
    let refused = Changeset<JSONValue, JSONValue> { $0.removeSection(at: 0) }
    var revision = Expectation()
    revision.revision = 1
    var counts = Expectation()
    counts.counts = [0]
    var sections = Expectation()
    sections.sections = [[]]
    var models = Expectation()
    models.sectionModels = [nil]
    var fingerprint = Expectation()
    fingerprint.fingerprint = "0000000000000000"
    var states = Expectation()
    states.states = [
      LoggedState(item: ItemPath(section: 0, item: 0), scope: .root, nil)
    ]
    let expectations = [revision, counts, sections, models, fingerprint, states]
    let entries: [ChangesetLogEntry] =
      [.changeset(LoggedChangeset(refused)), .undo] + expectations.map { .expect($0) }
    return entries.map { ChangesetLog(entries: [$0]) }
  }

  // MARK: Delta debugging

  /// Removes runs of a row, from half of it down to single elements.
  ///
  /// - Returns: Whether the log has become smaller.
  private mutating func reduce(by reduction: Reduction) throws -> Bool {
    var count = reduction.count(in: log)
    var length = max(1, count / 2)
    var hasChanged = false
    while count > 0 {
      var start = 0
      while start < count {
        let run = start..<min(start + length, count)
        if try take(reduction.edit(log, leavingOut: run)) {
          hasChanged = true
          count = reduction.count(in: log)
        } else {
          start = run.upperBound
        }
      }
      if length == 1 { break }
      length = max(1, min(length, count) / 2)
    }
    return hasChanged
  }

  /// Keeps the first candidate of an edit that still fails.
  private mutating func take(_ edit: LogEdit) throws -> Bool {
    let rebased = ChangesetLog(
      header: edit.header, entries: try LogRebasing.entries(of: edit.entries, from: log.entries))
    if try take(rebased) { return true }
    return try take(ChangesetLog(header: edit.header, entries: edit.entries.compactMap { $0 }))
  }

  private mutating func take(_ candidate: ChangesetLog) throws -> Bool {
    let bytes = candidate.bytes
    guard candidate != log, try mayBeTaken(candidate), try outcome(of: bytes) == failure else {
      return false
    }
    log = candidate
    byteCount = bytes.count
    flaw = mustKeepFlaw ? try LogFlaw(of: log.entries) : nil
    try report(progress)
    return true
  }

  /// If a check cannot distinguish a flawed log from a failing one, no flawed candidate may be
  /// kept, unless the original log had the same flaw.
  private func mayBeTaken(_ candidate: ChangesetLog) throws -> Bool {
    guard mustKeepFlaw else { return true }
    return try LogFlaw(of: candidate.entries) == flaw
  }

  private mutating func outcome(of bytes: [UInt8]) throws -> CheckOutcome {
    let digest = ChangesetLog.digest(of: bytes)
    if let known = journal.outcome(of: digest) { return known }
    let outcome = try check(bytes)
    try record(journal.add(outcome, of: digest))
    try report(progress)
    return outcome
  }

  private var progress: Progress {
    Progress(checkCount: journal.count, log: log, byteCount: byteCount)
  }
}
