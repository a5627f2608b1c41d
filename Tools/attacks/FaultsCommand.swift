import ArgumentParser
import Foundation
import RosterAttacks

/// Lets every call to the disk fail in a workload.
struct FaultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults",
    abstract: "Lets each call of SQLite to the disk, or each allocation, fail in a workload.",
    discussion: """
      A workload runs once without faults. That of lists has changesets, states, undo, compaction, \
      vacuum, checks and reopening; that of an application has writes of rows and lists, migrations, \
      and tables of lists that are made and removed; that of lists which are kept together has changes of \
      one list and of two, and what is derived from them in the same transactions. Then it runs once for each call to the disk, which \
      fails, alone or with all that follow. Every failure must be an error of a promised kind; what would be left if the \
      process ended must be what was there before or after the step; nothing acknowledged or \
      published may be missing; and once the disk works again the work goes on, to the same end. The \
      statements of an application fail with the codes that SQLite has for the fault. A list that is \
      kept together may be left behind, and is told so. Allocations fail in the workload of lists only: GRDB \
      traps where it finds none to open a file.

      Kinds: \(FaultKind.all.map(\.name).joined(separator: ", ")), allocation.

      Exit codes: 0 no promise is broken, 1 one is, 2 wrong usage.
      """)

  @Option(help: "lists, application or together; all if it is left out.")
  var workload: Workload?

  @Option(help: "A kind of fault; may be given several times. All if it is left out.")
  var kind: [String] = []

  @Option(help: "once: one call fails; lasting: all from then on. Both if it is left out.")
  var duration: FaultDuration?

  @Option(help: "The only call to fail: how many calls of its kind work before.")
  var after: Int?

  @Option(help: "The most calls of a kind, evenly spread; all if it is left out.")
  var limit: Int?

  enum Workload: String, ExpressibleByArgument, CaseIterable {
    case lists, application, together
  }

  private var kinds: [FaultKind] {
    kind.isEmpty ? FaultKind.all + [.allocation] : kind.compactMap { FaultKind.named($0) }
  }

  func validate() throws {
    for name in kind where FaultKind.named(name) == nil {
      throw ValidationError("there is no kind \"\(name)\" of faults")
    }
    guard limit ?? 1 > 0, after ?? 0 >= 0 else {
      throw ValidationError("a limit is at least 1, and a number of calls is not negative")
    }
  }

  func run() async throws {
    // Before SQLite is used at all.
    guard SimulatedMemory.start() else { throw ExitCode(2) }
    var findingCount = 0
    for workload in workload.map({ [$0] }) ?? Workload.allCases {
      let kinds = kinds.filter { workload == .lists || $0.name != FaultKind.allocation.name }
      if kinds.isEmpty { continue }
      let attack =
        switch workload {
        case .lists: try FaultAttack()
        case .application: try await FaultAttack.application()
        case .together: try await FaultAttack.together()
        }
      for kind in kinds {
        for duration in duration.map({ [$0] }) ?? FaultDuration.allCases {
          findingCount += try await run(attack, workload, kind, duration)
        }
      }
    }
    if findingCount > 0 { throw ExitCode(1) }
  }

  private func run(
    _ attack: FaultAttack, _ workload: Workload, _ kind: FaultKind, _ duration: FaultDuration
  ) async throws -> Int {
    let points =
      after.map { [FaultPoint(kind, after: $0, duration)] }
      ?? attack.points(of: kind, duration, limit: limit ?? .max)
    let progress = AttackProgress()
    // There is one memory for all.
    let workerCount =
      kind.name == FaultKind.allocation.name ? 1 : ProcessInfo.processInfo.activeProcessorCount
    let start = ContinuousClock.now
    var (doneCount, findingCount, metCount) = (0, 0, 0)
    var errors: [String: Int] = [:]
    try await attack.run(points, workerCount: workerCount) { _, outcome in
      doneCount += 1
      if outcome.faultCount > 0 { metCount += 1 }
      for code in Set(outcome.errors) { errors["\(code)", default: 0] += 1 }
      if let finding = outcome.finding {
        findingCount += 1
        progress.clear()
        print("--workload \(workload) \(finding)")
      }
      progress.show("\(workload), \(kind), \(duration.rawValue): \(doneCount) of \(points.count)")
    }
    progress.clear()
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    let told = errors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print(
      """
      \(workload), \(kind), \(duration.rawValue): \(points.count) runs, \(metCount) of which met the \
      fault, told as \(told.isEmpty ? "nothing" : told.joined(separator: ", ")), \(findingCount) broken \
      promises, \(seconds) s
      """)
    return findingCount
  }
}

extension FaultDuration: ExpressibleByArgument {}
