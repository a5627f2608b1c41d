import RosterLog

/// Runs random programs, and makes one that finds something short enough to be read.
package struct ProgramAttack: Sendable {
  /// What a seed has found.
  package struct Finding: Sendable {
    package var seed: UInt64
    /// The shortest program that finds something.
    package var program: Program
    /// What it finds.
    package var what: String
    /// What it did to each list that it changed, as a changeset log.
    package var logs: [(list: ProgramListName, text: String)]
  }

  private let stepCount: Int
  private let wrapping: ProgramRun.Wrapping
  private let isScheduled: Bool

  /// - Parameters:
  ///   - stepCount: The number of steps of each program.
  ///   - isScheduled: Whether the seed of a program also decides what of it runs when, on one
  ///     thread. Otherwise it runs on threads.
  ///   - wrapping: Stands before the storage of every list.
  package init(
    stepCount: Int = 120, isScheduled: Bool = false,
    wrapping: @escaping ProgramRun.Wrapping = { $0 }
  ) {
    self.stepCount = stepCount
    self.isScheduled = isScheduled
    self.wrapping = wrapping
  }

  /// Runs the program of a seed.
  ///
  /// - Parameter report: Is told of a finding before it is made shorter.
  /// - Returns: `nil` if lists and models agree.
  package func finding(seed: UInt64, report: (String) -> Void = { _ in }) async -> Finding? {
    var generator = ProgramGenerator(seed: seed)
    let program = generator.program(stepCount: stepCount)
    let schedule = isScheduled ? seed : nil
    let failure = await ProgramRun.failure(of: program, wrapping: wrapping, schedule: schedule)
    guard let failure else { return nil }
    report("seed \(seed), step \(failure.step): \(failure.what)")
    let shortest = await ProgramShrinking.shortest(
      program, failure, wrapping: wrapping, schedule: schedule)
    return Finding(
      seed: seed, program: shortest.program, what: shortest.failure.what,
      logs: ProgramListName.allCases.compactMap { list in
        guard let entries = shortest.failure.logs[list], entries.contains(where: \.isChange) else {
          return nil
        }
        return (list, ProgramLog.text(entries, name: "\(list) of seed \(seed)"))
      })
  }
}

extension ChangesetLogEntry {
  fileprivate var isChange: Bool { if case .changeset = self { true } else { false } }
}

extension ProgramAttack.Finding: CustomStringConvertible {
  /// What was found, and what repeats it.
  package var description: String {
    var lines = ["seed \(seed): \(what)", "\(program)"]
    for log in logs { lines += ["the list \(log.list) as a log:", log.text] }
    return lines.joined(separator: "\n")
  }
}
