/// A corruption attack in processes of its own.
package struct CorruptionRun {
  private let seed: UInt64
  private let fault: CorruptionAttack.PlantedFault?

  package init(seed: UInt64, fault: CorruptionAttack.PlantedFault? = nil) {
    self.seed = seed
    self.fault = fault
  }

  /// Runs some damages and returns what was found.
  ///
  /// - Parameter progress: Called with the number of damages that are done.
  package func findings(
    _ numbers: Range<Int>, progress: (Int) -> Void = { _ in }
  ) throws -> [String] {
    let faults = fault.map { ["--planted-fault", $0.rawValue] } ?? []
    return try AttackProcess { numbers in
      [
        "corruption", "--in-process", "--seed", "\(seed)", "--first", "\(numbers.lowerBound)",
        "--count", "\(numbers.count)",
      ] + faults
    }.findings(numbers, progress: progress)
  }

  /// Runs some damages in this process, and says on standard output how far it is.
  package func runHere(_ numbers: Range<Int>) async throws {
    let attack = try await CorruptionAttack(seed: seed, fault: fault)
    try await AttackProcess.run(numbers) { try await attack.finding(number: $0) }
  }
}
