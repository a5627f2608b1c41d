import RosterCore
import RosterJSON
import Testing

@testable import RosterLog

struct LogMinimizerTests {
  /// A minimizer with a check that ends with 7 if a log fails, and with 0 otherwise.
  private func minimizer(
    of log: ChangesetLog, _ isFailing: @escaping (ChangesetLog) throws -> Bool
  ) -> LogMinimizer {
    LogMinimizer(
      log: log, journal: CheckJournal(log: log.bytes, options: [:]),
      check: { CheckOutcome(status: try isFailing(ChangesetLog($0)) ? 7 : 0) })
  }

  private func minimized(
    _ log: ChangesetLog, _ isFailing: @escaping (ChangesetLog) throws -> Bool
  ) throws -> [String] {
    var minimizer = minimizer(of: log, isFailing)
    try minimizer.run()
    return minimizer.log.lines
  }

  /// Whether an item with a model that contains `text` moves from one section to another.
  private func moves(_ text: String, _ log: ChangesetLog) throws -> Bool {
    var list = LoggedList(remembersHistory: log.entries.takeBack)
    for entry in log.entries {
      let before = list
      guard try list.take(entry) == .done, case .changeset(let logged) = entry else { continue }
      for move in logged.changeset.outline.movedItems {
        guard let item = try before.list.itemID(at: move.source),
          let section = before.list.sectionID(at: move.source.section),
          let target = try list.list.path(of: item),
          list.list.sectionID(at: target.section) != section,
          before.contents.models[item]?.canonicalText.contains(text) == true
        else { continue }
        return true
      }
    }
    return false
  }

  /// A log in which the item `bug` moves to another section, among much else.
  private func buggyLog() throws -> ChangesetLog {
    var log = try ChangesetLog(
      #"{"changeset":{"insertedSections":[[0,"A"],[1,"B"]],"insertedItems":[[[0,0],"a"],[[1,0],"b"]]},"origin":"me"}"#,
      #"{"expect":{"counts":[1,1],"revision":1}}"#,
      #"{"changeset":{"removedItems":[[3,3]]}}"#,
      #"{"expect":{"error":{"kind":"removeItem"}}}"#,
      #"{"changeset":{"insertedItems":[[[0,0],"c"],[[0,2],{"n":[1,2,{"t":"the bug is here"}],"id":12}],[[1,1],"d"]]}}"#,
      #"{"changeset":{"insertedSections":[[0,"C"]],"removedItems":[[0,0]],"updatedItems":[[[1,0],"e"]]},"state":{"item":[1,0],"scope":"Row","value":[1]}}"#,
      #"{"reopen":true}"#,
      #"{"changeset":{"movedSections":[[1,0]],"movedItems":[[[1,1],[2,1]],[[2,0],[0,0]]]},"group":"g","userInfo":{"x":1}}"#,
      #"{"expect":{"sections":[["e","a"],[],["d",{"id":12,"n":[1,2,{"t":"the bug is here"}]}]]}}"#,
      #"{"undo":true}"#, #"{"changeset":{"removedSections":[0,1,2]}}"#)
    log.header.name = "a log"
    return log
  }

  @Test func whatFailsIsLeftAndNothingElse() throws {
    let log = try buggyLog()
    #expect(try LogFlaw(of: log.entries) == nil)
    let minimal = try minimized(log) { try moves("bug", $0) }
    #expect(
      minimal == [
        #"{"changeset":{"insertedSections":[0,1]}}"#,
        #"{"changeset":{"insertedItems":[[[0,0],"bug"]]}}"#,
        #"{"changeset":{"movedItems":[[[0,0],[1,0]]]}}"#,
      ])
  }

  @Test(arguments: [UInt64](1...6))
  func nothingCanBeLeftOutAlone(_ seed: UInt64) throws {
    let log = try ChangesetLog(seed: seed, entryCount: 24)
    let isFailing = { (log: ChangesetLog) throws -> Bool in try moves("1", log) }
    try #require(try isFailing(log), "seed \(seed)")
    var minimizer = minimizer(of: log, isFailing)
    try minimizer.run()
    let minimal = minimizer.log
    #expect(try isFailing(minimal), "seed \(seed)")
    #expect(minimal.entries.count <= 3, "seed \(seed): \(minimal.lines)")
    for reduction in Reduction.allCases {
      for index in 0..<reduction.count(in: minimal) {
        let edit = reduction.edit(minimal, leavingOut: index..<index + 1)
        let plain = ChangesetLog(header: edit.header, entries: edit.entries.compactMap { $0 })
        let rebased = ChangesetLog(
          header: edit.header,
          entries: try LogRebasing.entries(of: edit.entries, from: minimal.entries))
        for smaller in [plain, rebased] where smaller != minimal {
          #expect(
            try !isFailing(smaller), "seed \(seed): \(reduction) \(index) of \(minimal.lines)")
        }
      }
    }
  }

  @Test func sameLogGivesTheSameChecksInTheSameOrder() throws {
    let log = try ChangesetLog(seed: 3, entryCount: 20)
    var checks: [[[UInt8]]] = []
    for _ in 0..<2 {
      var checked: [[UInt8]] = []
      _ = try minimized(log) {
        checked.append($0.bytes)
        return try moves("1", $0)
      }
      checks.append(checked)
    }
    #expect(checks[0] == checks[1])
    #expect(Set(checks[0]).count == checks[0].count, "nothing is checked twice")
  }

  // MARK: The failure

  /// A check that fails also if a log is wrong itself, as `roster replay` does.
  private func fails(_ log: ChangesetLog) throws -> Bool {
    try LogFlaw(of: log.entries) != nil || moves("bug", log)
  }

  @Test func logThatIsWrongItselfIsNotTakenForTheFailure() throws {
    let minimal = try minimized(buggyLog(), fails)
    #expect(
      minimal == [
        #"{"changeset":{"insertedSections":[0,1]}}"#,
        #"{"changeset":{"insertedItems":[[[0,0],"bug"]]}}"#,
        #"{"changeset":{"movedItems":[[[0,0],[1,0]]]}}"#,
      ])
  }

  @Test func flawOfTheLogIsKeptIfItIsTheFailure() throws {
    var log = try buggyLog()
    var expectation = Expectation()
    expectation.fingerprint = "0123456789abcdef"
    log.entries.insert(.expect(expectation), at: 5)
    let isFailing = { (log: ChangesetLog) throws -> Bool in try LogFlaw(of: log.entries) != nil }
    #expect(
      try minimized(log, isFailing) == [#"{"expect":{"fingerprint":"0123456789abcdef"}}"#])
  }

  @Test func logThatDoesNotFailIsRefused() throws {
    let log = try buggyLog()
    for wanted in [8, 0] {
      var minimizer = LogMinimizer(
        log: log, journal: CheckJournal(log: log.bytes, options: [:]), status: wanted,
        check: { CheckOutcome(status: try moves("bug", ChangesetLog($0)) ? 7 : 0) })
      #expect(throws: LogMinimizer.Failure.logDoesNotFail(CheckOutcome(status: 7))) {
        try minimizer.run()
      }
    }
    var unmarked = LogMinimizer(
      log: log, journal: CheckJournal(log: log.bytes, options: [:]),
      check: { _ in CheckOutcome(status: 7, isMarked: false) })
    #expect(throws: LogMinimizer.Failure.self) { try unmarked.run() }
  }

  @Test func checkThatFailsForEveryLogIsRefused() throws {
    var minimizer = minimizer(of: try buggyLog()) { _ in true }
    #expect(throws: LogMinimizer.Failure.everyLogFails(CheckOutcome(status: 7))) {
      try minimizer.run()
    }
  }

  @Test func statusMayBeThatOfSuccess() throws {
    let log = try buggyLog()
    var minimizer = LogMinimizer(
      log: log, journal: CheckJournal(log: log.bytes, options: [:]),
      check: { CheckOutcome(status: try moves("bug", ChangesetLog($0)) ? 0 : 1) })
    try minimizer.run()
    #expect(minimizer.log.entries.count == 3)
  }

  // MARK: Going on

  private struct Interrupted: Error {}

  @Test func interruptedMinimizationGoesOnWhereItWas() throws {
    let log = try buggyLog()
    var whole: [[UInt8]] = []
    var minimizer = minimizer(of: log) {
      whole.append($0.bytes)
      return try moves("bug", $0)
    }
    try minimizer.run()
    for interruption in stride(from: 1, to: whole.count, by: 7) {
      var (checked, file) = interrupted(after: interruption, log)
      // The run was ended in the middle of a line.
      file.removeLast(5)
      checked.removeLast()
      var journal = CheckJournal(log: log.bytes, options: [:])
      #expect(journal.read(file) ?? file.count < file.count)
      #expect(journal.count == interruption - 1)
      var rest = LogMinimizer(
        log: log, journal: journal,
        check: { candidate in
          checked.append(candidate)
          return CheckOutcome(status: try moves("bug", ChangesetLog(candidate)) ? 7 : 0)
        })
      try rest.run()
      #expect(rest.log == minimizer.log)
      #expect(checked == whole, "interrupted after \(interruption)")
    }
  }

  /// What was checked, and recorded, when a minimization is interrupted at some check.
  private func interrupted(
    after count: Int, _ log: ChangesetLog
  ) -> (checked: [[UInt8]], file: [UInt8]) {
    let journal = CheckJournal(log: log.bytes, options: [:])
    var checked: [[UInt8]] = []
    var file = journal.firstLine
    var minimizer = LogMinimizer(
      log: log, journal: journal,
      check: { candidate in
        if checked.count == count { throw Interrupted() }
        checked.append(candidate)
        return CheckOutcome(status: try moves("bug", ChangesetLog(candidate)) ? 7 : 0)
      },
      record: { file += $0 })
    #expect(throws: Interrupted.self) { try minimizer.run() }
    return (checked, file)
  }

  @Test func journalOfAnotherLogOrCheckIsRefused() throws {
    let log = try buggyLog()
    let file = CheckJournal(log: log.bytes, options: ["check": "a"]).firstLine
    for (bytes, check) in [(log.bytes, "b"), (ChangesetLog(entries: []).bytes, "a")] {
      var journal = CheckJournal(log: bytes, options: ["check": check])
      #expect(journal.read(file) == nil)
    }
    var journal = CheckJournal(log: log.bytes, options: ["check": "a"])
    #expect(journal.read(file) == file.count)
  }

  @Test func journalWithoutAWholeFirstLineIsBegunAnew() {
    var journal = CheckJournal(log: [], options: [:])
    #expect(journal.read(journal.firstLine.dropLast()) == 0)
  }
}
