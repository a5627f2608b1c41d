import ArgumentParser
import RosterAttacks

struct CorruptionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corruption",
    abstract: "Damages a file: bits, pages, and rows, one after another.",
    discussion: """
      Every second damage is a row that SQL alters; the others are bits that flip, pages that are zeroed \
      or exchanged, and files that are cut short, in the main file, its log and the index of the log. Of \
      each, Roster must read what was written or say that it is damaged; what the check calls well must \
      be right, what is saved must check, and a log or a copy that is exported must be what was written.

      A finding names its number: --first and --count 1 repeat it.
      """)

  @Option(help: "What the damages are drawn by.")
  var seed: UInt64 = 1

  @Option(help: "The number of the first damage.")
  var first = 0

  @Option(help: "How many damages to do.")
  var count = 2_000

  @Flag(help: .hidden)
  var inProcess = false

  @Option(help: .hidden)
  var plantedFault: String?

  func validate() throws {
    guard first >= 0, count >= 0, first <= Int.max - count else {
      throw ValidationError("--first and --count are not negative")
    }
  }

  func run() async throws {
    let run = CorruptionRun(
      seed: seed, fault: plantedFault.flatMap { CorruptionAttack.PlantedFault(rawValue: $0) })
    if inProcess { return try await run.runHere(first..<first + count) }
    let progress = AttackProgress()
    let findings = try run.findings(first..<first + count) {
      progress.show("damages: \($0) of \(count)")
    }
    progress.clear()
    for finding in findings { print(finding) }
    print("\(count) damages, \(findings.count) findings; seed \(seed)")
    if !findings.isEmpty { throw ExitCode(1) }
  }
}
