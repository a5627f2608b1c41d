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

  @Flag(
    help: """
      Run each program on one thread, in an order that its seed decides, so that a finding is the \
      same again. Without it, programs run on threads.
      """)
  var scheduled = false

  func validate() throws {
    guard seconds > 0, steps > 0, count ?? 1 > 0 else {
      throw ValidationError("--seconds, --count and --steps are at least 1.")
    }
  }

  func run() async throws {
    let attack = ProgramAttack(stepCount: steps, isScheduled: scheduled)
    let start = ContinuousClock.now
    let progress = AttackProgress()
    var next = seed
    while next - seed < UInt64(count ?? .max) {
      let second = Int((ContinuousClock.now - start) / .seconds(1))
      guard second < seconds else { break }
      progress.show("program \(next), \(second) of \(seconds) s")
      let finding = await attack.finding(seed: next) {
        progress.clear()
        print($0)
      }
      if let finding {
        print(finding)
        throw ExitCode(1)
      }
      next += 1
    }
    progress.clear()
    print("\(next - seed) programs of \(steps) steps from seed \(seed): nothing was found")
  }
}
