public import RosterCore

/// A modification as listeners see it.
public struct ObservedModification: Hashable, Sendable {
  /// Its name among the modifications since the list was opened.
  public let id: ID
  /// What kind of modification it is.
  public let kind: Kind
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

extension ObservedModification {
  /// Names a modification while the list is open. Ids ascend in the order in which modifications
  /// are made; refused ones have ids, too.
  public struct ID: Hashable, Comparable, Sendable {
    /// The number of the modification, from 1.
    public let rawValue: Int

    /// Names the modification with a number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Returns whether one was made before the other.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}

extension ObservedModification.ID: CustomStringConvertible {
  /// The word and the number: "modification 7".
  public var description: String { "modification \(rawValue)" }
}

extension ObservedModification {
  /// The kinds of modifications of a list.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A changeset, with or without states.
    case changeset
    /// States, without a changeset.
    case states
    /// A snapshot that replaces the list.
    case snapshot
    /// A change that was computed in advance.
    case precomputed
    /// A change that is made when its turn comes.
    case change
    /// An update of the states of an item, header or footer.
    case update
    /// An action that is performed in an item, header or footer.
    case action
    /// A reload.
    case reload
    /// A new configuration.
    case configuration
    /// A step back through the history.
    case undo
    /// A step forward through the history.
    case redo
  }
}

extension ObservedModification {
  /// What happened to a modification.
  public enum Event: Sendable {
    /// It was queued. `pendingCount` modifications now wait or are being worked on, including this
    /// one.
    case accepted(pendingCount: Int)
    /// It was not queued.
    case refused(DataSourceError)
    /// It was applied, and is durable and published; the duration counts from the call that made it.
    ///
    /// There are several batches if an undo reverted a group, and none if nothing changed. Updates
    /// that became one revision have the same batch. Batches with outputs that were left for later
    /// are not included.
    case applied([PublishedBatch], after: Duration)
    /// It was not applied, because a later one does the same and more.
    case superseded(by: ObservedModification.ID)
    /// It was queued, and then failed; the duration counts from the call that made it.
    case failed(DataSourceError, after: Duration)

    /// Whether this is the last event of the modification.
    public var isLast: Bool { if case .accepted = self { false } else { true } }
  }
}
