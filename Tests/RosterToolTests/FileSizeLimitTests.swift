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

  /// The whole file has more than 150 kilobytes. One that is there already stays as it is.
  @Test(arguments: ["anonymize log.jsonl --seed 1", "import trace trace.json"], [8, 100])
  func newLogIsNotThereUnlessItIsWhole(command: String, kilobytes: Int) async throws {
    let text = String(repeating: "a", count: 12_000)
    try folder.write(
      #"{"startContent":"","endContent":"\#(text)","txns":[{"patches":[[0,0,"\#(text)"]]}]}"#,
      to: "trace.json")
    let before = try names
    let limited = "cd '\(folder.path)'; ulimit -f \(kilobytes); exec \"$roster\" \(command)"
    for former in [nil, "former"] {
      if let former { try folder.write(former, to: "new.jsonl") }
      let outcome = try await RosterProgram.shell(limited + " -o new.jsonl")
      #expect(outcome.exitCode == 3, "\(outcome.errors)")
      #expect(outcome.errors.contains("new.jsonl: cannot be written"), "\(outcome.errors)")
      #expect(try names == before.union(former == nil ? [] : ["new.jsonl"]))
    }
    #expect(try contents(of: "new.jsonl") == "former")

    let whole = try await RosterProgram.shell(
      "cd '\(folder.path)'; \"$roster\" \(command) -o new.jsonl && exec \"$roster\" \(command)")
    #expect(whole.exitCode == 0, "\(whole.errors)")
    #expect(try contents(of: "new.jsonl") == whole.output)
    #expect(try names == before.union(["new.jsonl"]))
  }

  /// What leads to a place keeps leading there, and what is no file is written as it is.
  @Test func outputKeepsLinksModesAndDevices() async throws {
    let outcome = try await RosterProgram.shell(
      """
      cd '\(folder.path)'; echo former > kept.jsonl; chmod 600 kept.jsonl; ln -s kept.jsonl link.jsonl
      "$roster" anonymize log.jsonl --seed 1 -o link.jsonl && test -L link.jsonl &&
        "$roster" anonymize log.jsonl --seed 1 -o /dev/stdout | cmp - kept.jsonl && ls -l kept.jsonl
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("-rw-------"), "\(outcome.output)")
  }

  private var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
  }

  private func contents(of file: String) throws -> String {
    try String(contentsOf: URL(filePath: folder.path(of: file)), encoding: .utf8)
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
