public import RosterCore

/// What a kind of view is told of a batch, in its own indexes: ``ViewUpdates`` if the view has sections and takes all calls
/// at once, ``RowUpdates`` if it has rows alone and takes one call after the other.
public protocol ListUpdates: Sendable {
  /// The number of calls for what comes, goes or moves.
  var callCount: Int { get }

  /// The number of cells, headers and footers that are changed in place.
  var updateCount: Int { get }

  /// Adds cells that show something else. Those that come do so already, and are left out.
  ///
  /// - Parameters:
  ///   - items: Paths in the target.
  ///   - sections: Sections of the target whose headers and footers show something else.
  ///   - target: The list after the batch.
  mutating func update(items: [ItemPath], headersOf sections: [Int], in target: ListState)

  /// Returns how many calls a batch takes at least, if they are more than a limit; `nil` if they are not. It takes less time
  /// than making them.
  static func callCount<Model, SectionModel>(
    of batch: ChangeBatch<Model, SectionModel>, over limit: Int
  ) -> Int?
}

extension ListUpdates {
  /// Whether nothing comes, goes or moves.
  public var hasNoCalls: Bool { callCount == 0 }
}
