import ArgumentParser
import Foundation
import RosterAttacks

struct ProgramsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs",
    abstract: "Run random programs over the whole interface of a list, beside a model.",
    discussion: """
      Each seed is a program of changesets, snapshots, updates, undo, reloads, scrolling, compaction, \
      failing storage, other data sources and other processes. After each step all that the lists \
      tell is compared with a model. What is found is made as short as it gets, and printed as Swift \
      and as changeset logs.

      The command ends with the first finding.
      """)

  @Option(help: "The seed of the first program.")
  var seed: UInt64 = 0

  @Option(help: "How long to begin new programs, in seconds.")
  var seconds: Int = 3_600

  @Option(help: "The number of programs, if that is reached before the time is up.")
  var count: Int?

  @Option(help: "The number of steps of each program.")
  var steps: Int = 120

  func validate() throws {
    guard seconds > 0, steps > 0, count ?? 1 > 0 else {
      throw ValidationError("--seconds, --count and --steps are at least 1.")
    }
  }

  func run() async throws {
    let attack = ProgramAttack(stepCount: steps)
    let deadline = ContinuousClock.now + .seconds(seconds)
    let progress = AttackProgress()
    var next = seed
    while ContinuousClock.now < deadline, next - seed < UInt64(count ?? .max) {
      progress.show("program \(next)")
      let finding = await attack.finding(seed: next) {
        progress.clear()
        print($0)
        progress.show("making it shorter")
      }
      if let finding {
        progress.clear()
        print(finding)
        throw ExitCode(1)
      }
      next += 1
    }
    progress.clear()
    print("\(next - seed) programs of \(steps) steps from seed \(seed): nothing was found")
  }
}
