public import RosterCore

/// A modification as listeners are told of it.
public struct ObservedModification: Hashable, Sendable {
  /// Its name among the modifications of the list as it is opened now.
  public let id: ModificationID
  /// What sort of modification it is.
  public let kind: ModificationKind
  /// Whether its caller waits for it on his thread.
  public let isSynchronous: Bool
  /// How urgent it is.
  public let qos: DataSourceQoS
  /// What its caller says about it.
  public let annotation: ChangeAnnotation
  /// The item, header or footer whose states are updated, of an update or an action.
  public let tree: TreeReference?
  /// The scopes that are updated, or from which actions are performed, in order.
  public let scopes: [ScopePath]
}

/// Names a modification for as long as the list is open; ids are given in the order in which
/// modifications are made, also to those that are refused.
public struct ModificationID: Hashable, Comparable, Sendable {
  /// The number of the modification, from 1.
  public let rawValue: Int

  /// Names the modification with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether one was made before another.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension ModificationID: CustomStringConvertible {
  /// The number.
  public var description: String { "modification \(rawValue)" }
}
