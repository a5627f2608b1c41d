internal import CSimulatedDisk

/// A power cut: where in the log of a disk, and what becomes of what is not synced there.
package struct PowerCut: Hashable, Sendable {
  /// What a cut leaves of operations that were not synced. What was synced is always there.
  package enum Mode: String, Sendable, CaseIterable {
    /// Nothing.
    case lost
    /// Everything: the process ends and the machine goes on.
    case kept
    /// The first ones.
    case prefix
    /// The first ones, the last of them torn at any byte.
    case tornPrefix
    /// Any of them: later ones without those before.
    case subset
    /// Any sectors of 512 bytes of any of them.
    case sectors
    /// Any blocks of 4,096 bytes of any of them.
    case blocks
    /// Any of them, each torn at any byte.
    case bytes
    /// As `sectors`, with any bytes where something is missing.
    case garbage

    /// Whether what is left depends on the seed.
    package var isRandom: Bool { self != .lost && self != .kept }

    var values: (keep: Int, unit: Int, garbage: Bool) {
      let (none, all) = (SIMULATED_KEEP_NONE, SIMULATED_KEEP_ALL)
      let (first, some) = (SIMULATED_KEEP_FIRST, SIMULATED_KEEP_SOME)
      return switch self {
      case .lost: (none, 0, false)
      case .kept: (all, 0, false)
      case .prefix: (first, 0, false)
      case .tornPrefix: (first, 1, false)
      case .subset: (some, 0, false)
      case .sectors: (some, 512, false)
      case .blocks: (some, 4_096, false)
      case .bytes: (some, 1, false)
      case .garbage: (some, 512, true)
      }
    }
  }

  /// How many operations are done before it.
  package var operation: Int
  package var mode: Mode
  /// Of what is left by chance.
  package var seed: UInt64

  package init(after operation: Int, _ mode: Mode, seed: UInt64 = 0) {
    self.operation = operation
    self.mode = mode
    self.seed = seed
  }
}
