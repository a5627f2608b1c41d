import Foundation
import RosterTestKit
import Testing

/// `roster replay` into a file that the system does not let grow, with changesets queued as fast as
/// they are read.
struct FullDiskReplayTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    var lines = [#"{"changesetLog":1}"#, #"{"changeset":{"insertedSections":[0]}}"#]
    for number in 0..<1_200 {
      let text = "\(number) " + String(repeating: "x", count: 300)
      // The first half fits every list with a section, the other half only the right one.
      let item = number < 600 ? 0 : number
      lines.append(#"{"changeset":{"insertedItems":[[[0,\#(item)],"\#(text)"]]}}"#)
    }
    log = try folder.write(lines.joined(separator: "\n") + "\n", to: "log.jsonl")
  }

  /// The revision and the fingerprint in the summary of a replay.
  private func summary(_ arguments: String...) async throws -> Substring? {
    let outcome = try await RosterProgram.run(["replay"] + arguments + ["--output", "ndjson"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.lines.last
  }

  /// The whole list takes 580 kilobytes, however it is committed.
  @Test(arguments: [
    (150, "async"), (250, "async"), (350, "async"), (450, "async"), (550, "async"), (450, "sync"),
  ])
  func endsWith4AndLeavesARevisionOfTheLog(kilobytes: Int, mode: String) async throws {
    let file = folder.path(of: "list.sqlite")
    let outcome = try await RosterProgram.shell(
      """
      trap '' XFSZ; ulimit -f \(kilobytes); exec "$roster" replay '\(log)' --db '\(file)' \
      --output none --mode \(mode)
      """)
    #expect(outcome.exitCode == 4, "\(outcome.errors)")
    #expect(!outcome.errors.contains("refused"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("resumed"), "\(outcome.errors)")
    #expect(outcome.errors.contains("list.sqlite"), "\(outcome.errors)")
    let check = try await RosterProgram.run("check", file)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let nothing = try folder.write(#"{"changesetLog":1}"# + "\n", to: "nothing.jsonl")
    let left = try #require(try await summary(nothing, "--db", file))
    let revision = try #require(left.firstMatch(of: /"revision":([0-9]+)/)).1
    let failure = try #require(
      outcome.errors.firstMatch(
        of: /log\.jsonl, line ([0-9]+): .*; ([0-9]+) changesets? of the log w/), "\(outcome.errors)"
    )
    #expect(failure.2 == revision)
    // The header is a line as well.
    #expect(Int(failure.1) == Int(revision).map { $0 + 2 })
    let whole = try #require(try await summary(log, "--until", String(revision)))
    let fingerprint = /"fingerprint":"[0-9a-f]+"/
    #expect(
      try #require(left.firstMatch(of: fingerprint)).0 == whole.firstMatch(of: fingerprint)?.0)
    #expect(whole.contains("\"revision\":\(revision)"))
  }
}
