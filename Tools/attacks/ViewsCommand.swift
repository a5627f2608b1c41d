import ArgumentParser
import RosterAttacks

struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Tells models of views of UIKit and AppKit of random batches.",
    discussion: """
      Each seed is a history of batches, alone and several as one, of which a collection view, a table view of AppKit with \
      headers and footers, and an outline view are told. The models of these views are in their strict mode, which refuses \
      all that is in doubt; what they show must be the list. No view of Apple's is asked: Tools/apple-calibration does that.

      The command ends with the first finding. It names its seed: --seed, --batches 1 and the same --steps repeat it.
      """)

  @Option(help: "The seed of the first history.")
  var seed: UInt64 = 0

  @Option(help: "How many batches are told at least, in whole histories.")
  var batches = 1_000_000

  @Option(help: "The number of batches of a history.")
  var steps = 150

  func validate() throws {
    guard batches > 0, steps > 0 else {
      throw ValidationError("--batches and --steps are at least 1.")
    }
  }

  func run() throws {
    let attack = ViewAttack(stepCount: steps)
    let progress = AttackProgress()
    var (next, batchCount) = (seed, 0)
    while batchCount < batches {
      let outcome = attack.outcome(seed: next)
      batchCount += outcome.batchCount
      if let finding = outcome.finding {
        progress.clear()
        print(finding)
        throw ExitCode(1)
      }
      next &+= 1
      progress.show("views: \(batchCount) of \(batches) batches")
    }
    progress.clear()
    print(
      "\(batchCount) batches of \(next &- seed) histories from seed \(seed): nothing was found")
  }
}
