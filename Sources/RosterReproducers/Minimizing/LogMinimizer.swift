internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// Makes a failing log small by delta debugging (Zeller and Hildebrandt, 2002), from entries down to
/// the characters of models.
///
/// A log fails if a check says of it what it says of the log that was given. Of every row of
/// elements (see ``Reduction``) runs are left out, first half of the row, in the end one element; what
/// still fails is kept. A run is left out in two ways: so that the other entries still mean what
/// they meant, and so that they stay as they are. When no single element of any row can be left out
/// any more, the log is minimal.
///
/// The same log and the same check give the same result.
public struct LogMinimizer {
  /// Where a minimization stands.
  public struct Progress: Sendable {
    /// How many candidates were checked, also by earlier runs.
    public var checkCount: Int
    /// The smallest log that still fails.
    public var log: ChangesetLog
    /// The length of its text.
    public var byteCount: Int
  }

  /// Why a minimization cannot begin.
  public enum Failure: Error, Hashable {
    /// The check says something else of the log than it should.
    case logDoesNotFail(CheckOutcome)
    /// The check says of a log without entries what it says of the log.
    case everyLogFails(CheckOutcome)
  }

  /// What the check said of the candidates.
  public private(set) var journal: CheckJournal
  /// The smallest log that still fails.
  public private(set) var log: ChangesetLog
  private var byteCount: Int
  private let status: Int?
  private let check: (_ log: [UInt8]) throws -> CheckOutcome
  private let record: (_ line: [UInt8]) throws -> Void
  private let report: (Progress) throws -> Void
  private var failure = CheckOutcome(status: 0)
  /// The first flaw of the log, if only candidates with the same flaw, or none, may be taken.
  private var flaw: LogFlaw?
  private var mustKeepFlaw = false

  /// Makes a minimizer.
  ///
  /// - Parameters:
  ///   - log: The failing log.
  ///   - journal: What is known from an earlier run.
  ///   - status: The exit status that counts as the failure; that of the log if `nil`.
  ///   - check: Checks a log. What it throws ends the minimization.
  ///   - record: Keeps a line of the journal.
  ///   - report: Is told whenever a candidate was checked.
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

  /// Makes the log as small as it gets. If this throws, `log` is the smallest one so far.
  ///
  /// - Throws: A ``Failure``, or what the closures throw.
  public mutating func run() throws {
    try observeFailure()
    var isMinimal = false
    while !isMinimal {
      isMinimal = true
      for reduction in Reduction.allCases where try reduce(by: reduction) { isMinimal = false }
    }
  }

  // MARK: The failure

  /// Finds out what the failure is, and whether the check can tell it from that of a log which is
  /// wrong itself.
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

  /// Leaves out runs of a row, from half of it down to one element.
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

  /// Takes the first candidate of an edit that still fails.
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

  /// A check that takes a log which is wrong for one that fails must not be shown any, unless the
  /// log was wrong in that way from the beginning.
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
