package import Foundation
package import RosterStore
internal import RosterTestKit

/// Records a workload once, and cuts the power everywhere.
package struct PowerCutAttack: Sendable {
  package var workload: PowerCutWorkload
  /// What the file is opened with.
  package var durability: SQLiteConfiguration.Durability
  /// What is expected of it. Something else than `durability` is a fault that the attack must find.
  package var promise: SQLiteConfiguration.Durability
  package var modes = PowerCut.Mode.allCases
  /// Of the workload and of what cuts leave.
  package var seed: UInt64 = 1
  /// How many seeds each random mode is tried with at each operation.
  package var rounds = 1
  /// The most cuts, evenly spread over the operations; `nil` for all.
  package var cutCountMax: Int?
  /// The only operation to cut at, `nil` for all.
  package var operation: Int?
  /// Whether the disk says that it has synced what it has not, which the attack must find.
  package var ignoresSyncs = false
  /// How many cuts are looked at at once.
  package var workerCount = 2
  /// Where images of findings are kept, `nil` to keep none.
  package var keptImages: URL?
  /// How many findings are described; the others are only counted.
  package var describedFindingCountMax = 10

  package init(_ workload: PowerCutWorkload, _ durability: SQLiteConfiguration.Durability) {
    self.workload = workload
    self.durability = durability
    promise = durability
  }

  /// Runs the workload and all cuts.
  ///
  /// - Parameter progress: Called now and then with the number of cuts that were looked at, and of
  ///   all.
  /// - Throws: If the workload itself fails, or an image cannot be written.
  package func run(
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> PowerCutReport {
    let folder = try TemporaryFolder()
    let check = try await record(in: folder.path)
    let cuts = cuts(operationCount: check.disk.operationCount)
    let run = PowerCutRun(self, check, cuts, progress)
    try await withThrowingTaskGroup { group in
      for _ in 0..<max(1, workerCount) { group.addTask { try await run.work() } }
      try await group.waitForAll()
    }
    return run.report
  }

  /// Runs the workload on a disk.
  private func record(in folder: String) async throws -> any PowerCutCheck {
    let path = "\(folder)/list.sqlite"
    try workload.prepare(path)
    let disk = try SimulatedDisk(folder: folder)
    if ignoresSyncs { disk.ignoreSyncs() }
    return try await workload.record(disk, path, durability, seed)
  }

  /// All cuts that are asked for, ascending.
  private func cuts(operationCount: Int) -> [PowerCut] {
    let operations = operation.map { $0...$0 } ?? 0...operationCount
    let variants = modes.flatMap { mode in
      (0..<UInt64(mode.isRandom ? max(1, rounds) : 1)).map { (mode: mode, seed: seed &+ $0) }
    }
    let count = operations.count * variants.count
    guard let most = cutCountMax, most < count else {
      return operations.flatMap { operation in
        variants.map { PowerCut(after: operation, $0.mode, seed: $0.seed) }
      }
    }
    return (0..<most).map {
      let variant = variants[$0 % variants.count]
      let operation = operations.lowerBound + $0 * operations.count / most
      return PowerCut(after: operation, variant.mode, seed: variant.seed)
    }
  }
}

/// What an attack has found.
package struct PowerCutReport: Sendable {
  /// The number of operations of the workload.
  package var operationCount: Int
  /// The number of cuts that were looked at.
  package var cutCount = 0
  /// The number of different images that they left; equal ones are opened once.
  package var imageCount = 0
  /// The number of cuts that lost something that had not been synced.
  package var losingCutCount = 0
  /// The number of cuts behind which something was missing that had been acknowledged, as it may
  /// be if that was not promised.
  package var cutCountWithAllowedLoss = 0
  /// The number of cuts at which a promise was broken.
  package var findingCount = 0
  /// The first of them.
  package var findings: [PowerCutFinding] = []
}

/// A power cut that broke a promise.
package struct PowerCutFinding: Sendable, CustomStringConvertible {
  package var workload: String
  package var durability: SQLiteConfiguration.Durability
  /// Of the workload.
  package var seed: UInt64
  package var cut: PowerCut
  /// The last operation before the cut.
  package var operation: String
  package var expected: String
  package var found: String
  /// The folder in which the image is kept, if it is.
  package var image: String?

  package var description: String {
    """
    \(workload), \(durability), seed \(seed): power cut after operation \(cut.operation) \
    (\(operation)), \(cut.mode), seed of the cut \(cut.seed)
      expected: \(expected)
      found:    \(found)\(image.map { "\n  image:    \($0)" } ?? "")
      repeat:   Tools/attack powercuts --workload \(workload) --durability \(durability) \
    --seed \(seed) --cut \(cut.operation) --modes \(cut.mode)
    """
  }
}
