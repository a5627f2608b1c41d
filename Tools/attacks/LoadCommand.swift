import ArgumentParser
import Foundation
import RosterAttacks

struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Write and follow a list for a while, and see that nothing grows without bound.",
    discussion: """
      Three writers on two data sources change one list and undo; followers keep up, one of them \
      slowly, and a process that follows and whose output stays unread; the journal is compacted by its retention. Memory, file, write-ahead log, descriptors \
      and threads are sampled and drawn into one picture. What still grows in the second half is a \
      finding.
      """)

  @Option(help: "How long, in seconds.")
  var seconds = 600

  @Option(help: "The seed of the writers.")
  var seed: UInt64 = 1

  @Option(help: "The picture that is written, as SVG.")
  var picture = "load.svg"

  func validate() throws {
    guard seconds > 0 else { throw ValidationError("--seconds is at least 1.") }
  }

  func run() async throws {
    let start = ContinuousClock.now
    let progress = AttackProgress()
    let attack = LoadAttack(seed: seed)
    let series = try await attack.run { _ in
      let second = Int((ContinuousClock.now - start) / .seconds(1))
      progress.show("load: \(second) of \(seconds) s")
      return second < seconds
    }
    progress.clear()
    let picture = LoadPicture(title: "Load of \(seconds) s, seed \(seed)", series: series)
    try Data(picture.svg.utf8).write(to: URL(filePath: self.picture))
    for series in series {
      print("\(series.summary): \(series.verdict.rawValue)")
    }
    print("\(series.first?.values.count ?? 0) samples, drawn in \(self.picture)")
    if series.contains(where: { $0.verdict == .growing }) { throw ExitCode(1) }
  }
}
