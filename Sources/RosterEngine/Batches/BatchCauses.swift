/// The reasons for which a batch was published.
public struct BatchCauses: OptionSet, Hashable, Sendable {
  /// One bit for each cause.
  public let rawValue: Int

  /// Makes a set of causes from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A changeset or new states, which lead to a new revision.
  public static let change = BatchCauses(rawValue: 1)
  /// A reload.
  public static let reload = BatchCauses(rawValue: 2)
  /// A new configuration.
  public static let configuration = BatchCauses(rawValue: 4)
  /// Outputs that an earlier batch left for later.
  public static let remainder = BatchCauses(rawValue: 8)
  /// Items entered or left the working range.
  public static let workingRange = BatchCauses(rawValue: 16)
}
