import Foundation
import RosterTestKit
import Testing

/// Commands that write a whole file which the system does not let grow, as under `ulimit -f`. By default
/// the signal of that limit ends a process.
struct FileSizeLimitTests {
  private let folder: TemporaryFolder
  private let path: String

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "list.sqlite")
    var lines = [#"{"changesetLog":1}"#, #"{"changeset":{"insertedSections":[0]}}"#]
    for number in 0..<1_200 {
      let text = "\(number) " + String(repeating: "x", count: 300)
      lines.append(#"{"changeset":{"insertedItems":[[[0,0],"\#(text)"]]}}"#)
    }
    let log = try folder.write(lines.joined(separator: "\n") + "\n", to: "log.jsonl")
    let outcome = try await RosterProgram.run("replay", log, "--db", path, "--output", "none")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  /// The whole file has more than 500 kilobytes.
  @Test(
    arguments: ["salvage list.sqlite --into new.sqlite", "copy list.sqlite new.sqlite"],
    [8, 100, 300])
  func newFileIsNotThereUnlessItIsWhole(command: String, kilobytes: Int) async throws {
    let outcome = try await RosterProgram.shell(
      "cd '\(folder.path)'; export TMPDIR=.; ulimit -f \(kilobytes); exec \"$roster\" \(command)")
    #expect(outcome.exitCode == 4, "\(outcome.errors)")
    #expect(outcome.errors.contains(".sqlite"), "\(outcome.errors)")
    #expect(kilobytes < 100 || outcome.errors.contains("ulimit -f"), "\(outcome.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.filter { !$0.hasPrefix("list.sqlite") } == ["log.jsonl"])

    let whole = try await RosterProgram.shell("cd '\(folder.path)'; exec \"$roster\" \(command)")
    #expect(whole.exitCode == 0, "\(whole.errors)")
    let log = try await RosterProgram.run("log", folder.path(of: "new.sqlite"))
    #expect(try await RosterProgram.run("log", path).output == log.output)
  }

  @Test(arguments: [(20, "--keep-revisions 10"), (300, "--vacuum")])
  func compactionThatEndsEarlyLeavesTheList(kilobytes: Int, options: String) async throws {
    let before = try await RosterProgram.run("show", path)
    let outcome = try await RosterProgram.shell(
      "ulimit -f \(kilobytes); exec \"$roster\" compact '\(path)' \(options)")
    #expect(outcome.exitCode == 4, "\(outcome.errors)")
    #expect(outcome.errors.contains("list.sqlite"), "\(outcome.errors)")
    #expect(try await RosterProgram.run("check", path).exitCode == 0)
    #expect(try await RosterProgram.run("show", path).output == before.output)
  }
}
