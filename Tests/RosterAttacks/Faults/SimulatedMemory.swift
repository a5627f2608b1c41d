internal import CSimulatedDisk

/// The memory of SQLite, which can run out. There is one for the process.
package enum SimulatedMemory {
  /// Puts a fault in front of SQLite's allocator.
  ///
  /// - Returns: Whether that was possible: not if SQLite was used before.
  package static func start() -> Bool { simulated_memory_start() != 0 }

  /// Lets an allocation fail after some that work, or all from then on; `nil` ends that.
  static func fail(after count: Int?, _ duration: FaultDuration = .once) {
    simulated_memory_fail(Int64(count ?? -1), duration == .once ? 1 : -1)
  }

  /// How many allocations have failed since the fault was set.
  static var failureCount: Int { Int(simulated_memory_failure_count()) }

  /// How many allocations there were.
  static var allocationCount: Int { Int(simulated_memory_count()) }
}
