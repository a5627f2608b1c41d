import ArgumentParser
import Foundation
import RosterAttacks
import RosterStore

/// Cuts the power everywhere in a workload.
struct PowerCutsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "powercuts",
    abstract: "Cuts the power at every operation of workloads, and opens what is left.",
    discussion: """
      A workload runs once on a simulated disk, which notes every write, truncation, sync, creation \
      and deletion. Then the power is cut after each of them; what was not synced is lost, kept, \
      torn or reordered. The file must open, be exactly what it was after one of its commits, pass \
      its check, and go on. With full durability nothing acknowledged may be missing; with normal \
      durability the last commits may, unless only the process ends (mode kept).

      Workloads:
      \(PowerCutWorkload.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Exit codes: 0 no promise is broken, 1 one is, 2 wrong usage.
      """)

  @Option(help: "A workload; may be given several times. All if it is left out.")
  var workload: [String] = []

  @Option(help: "full or normal; both if it is left out.")
  var durability: Durability?

  @Option(
    parsing: .upToNextOption,
    help: "What becomes of what is not synced: \(Self.modeNames). All if it is left out.")
  var modes: [PowerCut.Mode] = []

  @Option(help: "The seed of workload and cuts.")
  var seed: UInt64 = 1

  @Option(help: "How many seeds each random mode is tried with at each operation.")
  var rounds = 1

  @Option(help: "The only operation to cut after.")
  var cut: Int?

  @Option(help: "The most cuts of a workload, evenly spread; all if it is left out.")
  var limit: Int?

  @Option(help: "The folder in which the files behind a broken promise are kept.")
  var keep = "powercuts-findings"

  enum Durability: String, ExpressibleByArgument, CaseIterable {
    case full, normal

    var value: SQLiteConfiguration.Durability { self == .full ? .full : .normal }
  }

  private static var modeNames: String {
    PowerCut.Mode.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private var workloads: [PowerCutWorkload] {
    workload.isEmpty
      ? PowerCutWorkload.all : workload.compactMap { PowerCutWorkload.named($0) }
  }

  func validate() throws {
    for name in workload where PowerCutWorkload.named(name) == nil {
      throw ValidationError("there is no workload \"\(name)\"")
    }
    guard rounds > 0, limit ?? 1 > 0, cut ?? 0 >= 0 else {
      throw ValidationError("rounds and limit are at least 1, and a cut is not negative")
    }
  }

  func run() async throws {
    var findingCount = 0
    for durability in durability.map({ [$0.value] }) ?? SQLiteConfiguration.Durability.allCases {
      for workload in workloads {
        findingCount += try await run(workload, durability).findingCount
      }
    }
    if findingCount > 0 { throw ExitCode(1) }
  }

  private func run(
    _ workload: PowerCutWorkload, _ durability: SQLiteConfiguration.Durability
  ) async throws -> PowerCutReport {
    var attack = PowerCutAttack(workload, durability)
    attack.seed = seed
    attack.rounds = rounds
    attack.operation = cut
    attack.cutCountMax = limit
    attack.keptImages = URL(filePath: keep)
    attack.workerCount = ProcessInfo.processInfo.activeProcessorCount
    if !modes.isEmpty { attack.modes = modes }
    let progress = AttackProgress()
    let start = ContinuousClock.now
    let report = try await attack.run { done, total in
      progress.show("\(workload), \(durability): \(done) of \(total)")
    }
    progress.clear()
    for finding in report.findings { say("\(finding)") }
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    say(
      """
      \(workload), \(durability): \(report.operationCount) operations, \(report.cutCount) cuts, \
      \(report.losingCutCount) of which lost something, \(report.imageCount) different images, \
      \(report.cutCountWithAllowedLoss) with commits missing that may be, \
      \(report.findingCount) broken promises, \(seconds) s
      """)
    return report
  }

  /// Prints a line at once, also into a file: some runs take hours.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

extension PowerCut.Mode: ExpressibleByArgument {}
