import Foundation
import RosterJSON
import RosterTestKit
import Testing

/// Programs that speak the wire protocol, and programs that do not.
struct ConformanceCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Whether there is an interpreter for the example.
  private static let hasPython = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  private static let minimal: String = {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.appending(path: "Tools/renderers/minimal.py").path(percentEncoded: false)
  }()

  private func check(_ arguments: String...) async throws -> RosterProgram.Outcome {
    try await RosterProgram.run(["conformance"] + arguments)
  }

  /// A copy of the example in which one line is another.
  private func spoiled(_ line: String, _ other: String) throws -> String {
    let text = try String(contentsOfFile: Self.minimal, encoding: .utf8)
    #expect(text.contains(line))
    return try folder.write(text.replacing(line, with: other), to: "spoiled.py")
  }

  // MARK: The example

  @Test(
    .enabled(if: hasPython, "python3 runs the example"), arguments: ["1", "2", "3"])
  func exampleKeepsAllRules(_ seed: String) async throws {
    let outcome = try await check("--seed", seed, "--batches", "150", "--", "python3", Self.minimal)
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines.first == "minimal: 150 batches shown")
    #expect(outcome.lines.count == 14, "a line for each rule")
    #expect(!outcome.output.contains("broken"))
  }

  @Test(
    .enabled(if: hasPython, "python3 runs the example"),
    arguments: [
      ("hidden", #"        view.hidden = name == "hide""#, "        pass"),
      (
        "anchor", "            value = view.attributes[key] + value - old[0]\n",
        "            pass\n"
      ),
      ("headers", "min(offset, end)", "min(frame[axis], end)"),
      (
        "order", "row.insert(0 if sibling is None else row.index(sibling) + 1, number)",
        "row.append(number)"
      ),
      ("attributes", "        del view.attributes[rest[0]]\n", "        pass\n"),
      ("leaks", "kept=len(views) - 1", "kept=len(views)"),
      ("events", #"values=question.get("values", [])"#, "values=[]"),
    ])
  func spoiledExampleBreaksARule(_ rule: String, _ line: String, _ other: String) async throws {
    let program = try spoiled(line, other)
    let log = folder.path(of: "smallest.jsonl")
    let outcome = try await check(
      "--seed", "2", "--shrink", "20", "--output", log, "--", "python3", program)
    #expect(outcome.exitCode == 1, "\(outcome.output)")
    #expect(outcome.errors == "roster: minimal: breaks \(rule)\n")
    #expect(outcome.output.contains("\(rule), batch "))
    // The log is one like any other, and shows the same again.
    let replay = try await RosterProgram.run("replay", log, "--output", "none")
    #expect(replay.exitCode == 0, "\(replay.errors)")
    let again = try await check("--log", log, "--shrink", "0", "--json", "--", "python3", program)
    #expect(again.exitCode == 1)
    let report = try JSONParser().parse(again.output.dropLast())
    let rules = report["findings"]?.arrayValue?.compactMap { $0["rule"]?.stringValue } ?? []
    #expect(Set(rules) == [rule])
    #expect(report["renderer"] == "minimal")
    let good = try await check("--log", log, "--", "python3", Self.minimal)
    #expect(good.exitCode == 0, "\(good.output)")
  }

  // MARK: Other programs

  @Test(arguments: [
    (["false"], "it has ended with exit status 1"),
    (["sh", "-c", "echo well >&2; exit 3"], "exit status 3; its last words: well"),
    (["sh", "-c", "kill -9 $$"], "it was ended by signal 9"),
    (["sleep", "100"], "it has not answered in 1 seconds"),
    (["sh", "-c", "sleep 100 & sleep 100"], "it has not answered in 1 seconds"),
    (["echo", "junk"], "line 1: column 1: expected a value"),
    (["cat"], "line 1: expected an object with one of \"hello\""),
    (["echo", #"{"hello":{"versions":[2]}}"#], "the renderer speaks version 2"),
    (["echo", #"{"error":"no window"}"#], "line 1: expected \"hello\" first"),
    (["sh", "-c", #"printf '\033[31m\n'; exec sleep 100"#], "line 1: column 1"),
    (
      // Before it speaks, since what is written afterwards may find room in the pipe.
      ["sh", "-c", #"exec 0<&-; echo '{"hello":{"versions":[1]}}'; exec sleep 100"#],
      "it has closed its input"
    ),
    (
      ["sh", "-c", #"echo '{"hello":{"versions":[1]}}'; exec 1>&-; exec sleep 100"#],
      "it has closed its output"
    ),
    (["cat", "/dev/zero"], "answers, at the beginning: it has"),
    (
      ["sh", "-c", #"echo '{"hello":{"versions":[1]}}'; exec yes '{"focused":null}'"#],
      "more than 1000 lines before an answer"
    ),
    (
      ["sh", "-c", #"echo '{"hello":{"versions":[1]}}'; exec sleep 100"#],
      // It has to start and to speak in this time as well.
      "answers, batch 1: it has not answered in 5 seconds"
    ),
  ])
  func programThatDoesNotAnswerIsNamed(_ command: [String], _ words: String) async throws {
    // Where something else is said, no time may be over before a busy machine has started the program.
    let seconds = words.firstMatch(of: /in (\d+) seconds/).map { String($0.1) } ?? "60"
    let outcome = try await RosterProgram.run(
      ["conformance", "--timeout", seconds, "--shrink", "0", "--batches", "3", "--"] + command)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains(words), "\(outcome.output)")
    #expect(outcome.errors == "roster: \(command[0]): breaks answers\n")
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test(arguments: ["nosuchprogram", "./no/such/program", "/"])
  func programThatCannotBeStartedEndsWith3(_ name: String) async throws {
    let outcome = try await check(name)
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.hasPrefix("roster: \(name): "), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func logThatCannotBeReadEndsWith3() async throws {
    let outcome = try await check("--log", folder.path(of: "absent"), "cat")
    #expect(outcome.exitCode == 3)
  }

  @Test(arguments: [
    ["--batches", "0"], ["--timeout", "0"], ["--shrink", "-1"], ["--seed", "x"],
  ])
  func wrongNumbersEndWith2(_ arguments: [String]) async throws {
    let outcome = try await RosterProgram.run(["conformance", "cat"] + arguments)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("Usage: roster conformance"))
  }
}
