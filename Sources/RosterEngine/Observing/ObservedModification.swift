public import RosterCore

/// A modification as listeners see it.
public struct ObservedModification: Hashable, Sendable {
  /// Its name among the modifications since the list was opened.
  public let id: ModificationID
  /// What kind of modification it is.
  public let kind: ModificationKind
  /// Whether its caller waits for it on its own thread.
  public let isSynchronous: Bool
  /// How urgent it is.
  public let qos: DataSourceQoS
  /// What its caller says about it.
  public let annotation: ChangeAnnotation
  /// The item, header or footer of an update or an action.
  public let tree: TreeReference?
  /// The scopes that are updated, or in which actions are performed, in order.
  public let scopes: [ScopePath]
}

/// Names a modification while the list is open. Ids ascend in the order in which modifications are
/// made; refused ones have ids, too.
public struct ModificationID: Hashable, Comparable, Sendable {
  /// The number of the modification, from 1.
  public let rawValue: Int

  /// Names the modification with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Returns whether one was made before the other.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension ModificationID: CustomStringConvertible {
  /// The word and the number: "modification 7".
  public var description: String { "modification \(rawValue)" }
}
