/// Why there is a batch.
public struct BatchCauses: OptionSet, Hashable, Sendable {
  /// One bit for each cause.
  public let rawValue: Int

  /// Makes a set of the causes of some bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A changeset, or new states: a revision.
  public static let change = BatchCauses(rawValue: 1)
  /// A reload.
  public static let reload = BatchCauses(rawValue: 2)
  /// A new configuration.
  public static let configuration = BatchCauses(rawValue: 4)
  /// Outputs that a batch before this one has left for later.
  public static let remainder = BatchCauses(rawValue: 8)
  /// Items have come into the working range, or left it.
  public static let workingRange = BatchCauses(rawValue: 16)
}
