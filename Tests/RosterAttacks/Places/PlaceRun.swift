import Foundation

/// A place attack in processes of its own, without the rights of root, to which no file is read-only.
package struct PlaceRun {
  private let fault: PlaceAttack.PlantedFault?

  package init(fault: PlaceAttack.PlantedFault? = nil) { self.fault = fault }

  /// Runs some seeds and returns what was found.
  ///
  /// - Parameter progress: Called with the number of seeds that are done.
  package func findings(
    _ seeds: Range<Int>, progress: (Int) -> Void = { _ in }
  ) throws -> [String] {
    let faults = fault.map { ["--planted-fault", $0.rawValue] } ?? []
    return try AttackProcess { seeds in
      ["places", "--in-process", "--seed", "\(seeds.lowerBound)", "--count", "\(seeds.count)"]
        + faults
    }.findings(seeds, progress: progress)
  }

  /// Runs some seeds in this process, and says on standard output how far it is.
  package func runHere(_ seeds: Range<Int>) async throws {
    // The numbers of the user and group that own nothing.
    if getuid() == 0, setgid(65_534) != 0 || setuid(65_534) != 0 {
      throw BrokenPromise("the rights of root cannot be dropped")
    }
    let attack = PlaceAttack(fault: fault)
    try await AttackProcess.run(seeds) { try attack.finding(seed: UInt64($0)) }
  }
}
