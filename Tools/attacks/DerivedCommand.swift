import ArgumentParser
import RosterAttacks

struct DerivedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "derived",
    abstract: "Derives lists from each other, and does anything to them at random.",
    discussion: """
      Each seed has two lists in a file and ten that are derived from them and from each other: filtered, \
      sorted, grouped, limited, searched, over one source and over two, some of them kept together with their \
      source. Both sources are changed, one by one and at once, undone, redone and compacted, by other processes \
      as well; the derived lists are closed and opened by other definitions, redefined, made anew in the \
      background and searched, and everything is closed and opened again. After each step each list is what a \
      model makes of its sources, and what its batches lead to; in the end the file is checked.

      The command ends with the first finding.
      """)

  @Option(help: "The first seed.")
  var seed: UInt64 = 0

  @Option(help: "How many steps to run at least.")
  var steps = 10_000

  @Option(help: "The number of steps of each seed.")
  var seedSteps = 100

  @Option(help: "The number of derived lists.")
  var lists = 10

  func validate() throws {
    guard steps > 0, seedSteps > 0, lists > 0 else {
      throw ValidationError("--steps, --seed-steps and --lists are at least 1.")
    }
  }

  func run() async throws {
    let progress = AttackProgress()
    var (next, count) = (seed, 0)
    while count < steps {
      progress.show("seed \(next), \(count) of \(steps) steps")
      let attack = DerivedAttack(nodeCount: lists, stepCount: seedSteps)
      if let finding = try await attack.finding(seed: next) {
        progress.clear()
        print(finding)
        throw ExitCode(1)
      }
      count += seedSteps
      next += 1
    }
    progress.clear()
    print("\(count) steps of \(next - seed) seeds from \(seed): nothing was found")
  }
}
