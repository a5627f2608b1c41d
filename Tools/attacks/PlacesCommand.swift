import ArgumentParser
import RosterAttacks

struct PlacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "Reaches lists through links, without rights, and beside an application's tables.",
    discussion: """
      Each seed is a folder in which lists are written, read, checked, copied, salvaged and compacted \
      under many names, while links get other targets, files get other names, files and folders lose \
      rights, logs are left behind, and an application adds tables, rows and steps of its own. After each \
      step the folder is compared with a model: what was acknowledged is there, what was refused has \
      changed nothing, and nothing of others is touched.

      A finding names its seed: --seed and --count 1 repeat it.
      """)

  @Option(help: "The first seed.")
  var seed = 0

  @Option(help: "How many seeds to run.")
  var count = 500

  @Flag(help: .hidden)
  var inProcess = false

  @Option(help: .hidden)
  var plantedFault: String?

  func validate() throws {
    guard seed >= 0, count >= 0, seed <= Int.max - count else {
      throw ValidationError("--seed and --count are not negative")
    }
  }

  func run() async throws {
    let run = PlaceRun(
      fault: plantedFault.flatMap { PlaceAttack.PlantedFault(rawValue: $0) })
    if inProcess { return try await run.runHere(seed..<seed + count) }
    let progress = AttackProgress()
    let findings = try run.findings(seed..<seed + count) {
      progress.show("places: \($0) of \(count)")
    }
    progress.clear()
    for finding in findings { print(finding) }
    print("\(count) places from seed \(seed), \(findings.count) findings")
    if !findings.isEmpty { throw ExitCode(1) }
  }
}
