import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog

/// A changeset log.
struct ReplayedLog: Sendable, CustomStringConvertible {
  let name: String
  /// The lines behind the header.
  var lines: [String]

  init(_ name: String, _ lines: [String] = []) {
    self.name = name
    self.lines = lines
  }

  /// Reads a log of `Tests/Fixtures/logs`.
  init(fixture name: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/logs/\(name).jsonl").standardized
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    self.init(name, lines.dropFirst().map { String($0) })
  }

  var description: String { name }

  /// The log as a file.
  var text: String { ([#"{"changesetLog":1}"#] + lines).map { $0 + "\n" }.joined() }

  static func entry(_ line: String) throws -> ChangesetLogEntry {
    try JSONCursor.decode(try JSONParser().parse(line)) { cursor throws(JSONDecodingError) in
      try ChangesetLogEntry(cursor)
    }
  }
}

/// Why a list has refused an entry.
struct Refusal: Equatable, Decodable {
  let message: String
  /// The part of the entry that offends, "entry.changeset.removedItems", and its place; "" and −1 for none.
  let part: String
  let section: Int
  let item: Int
}

/// What came of an entry.
enum ReplayedStep: Equatable {
  /// The lines of the batches.
  case batches([String])
  case refused(Refusal)

  var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}

/// What a log comes to in a list.
struct ReplayOutcome: Equatable, Decodable {
  /// The refusals by the numbers of the lines in the file.
  var refusals: [String: Refusal] = [:]
  var revision = 0
  var fingerprint = ""
}

/// A list into which a log is replayed, by one language.
protocol ReplayedList: AnyObject {
  /// Applies an entry that changes the list.
  ///
  /// - Parameter line: The entry as the log has it.
  func take(_ entry: ChangesetLogEntry, _ line: String) throws -> ReplayedStep

  var revision: Int { get throws }

  func fingerprint() throws -> String
}

extension ReplayedList {
  /// Replays a log.
  ///
  /// - Parameters:
  ///   - stepped: Called after each entry that changes the list, with the number of its line.
  ///   - expected: Called for each expectation, with what came of the entry before.
  func replay(
    _ log: ReplayedLog,
    stepped: (Int, ReplayedStep) throws -> Void = { _, _ in },
    expected: (Int, Expectation, ReplayedStep) throws -> Void = { _, _, _ in }
  ) throws -> ReplayOutcome {
    var outcome = ReplayOutcome()
    var last = ReplayedStep.batches([])
    for (index, line) in log.lines.enumerated() {
      // The header is the first line.
      let number = index + 2
      let entry = try ReplayedLog.entry(line)
      switch entry {
      case .expect(let expectation): try expected(number, expectation, last)
      case .reopen: continue
      case .changeset, .undo, .redo:
        last = try take(entry, line)
        outcome.refusals["\(number)"] = last.refusal
        try stepped(number, last)
      }
    }
    outcome.revision = try revision
    outcome.fingerprint = try fingerprint()
    return outcome
  }
}
