public import Observation
public import RosterCore
internal import RosterEngine

/// An item of an ``ObservedList``. What reads its model is told when the item is updated.
@MainActor @Observable
public final class ObservedItem<Model: Sendable>: Identifiable {
  /// The identity of the item.
  public nonisolated let id: ItemID

  @ObservationIgnored private var known: Model?
  @ObservationIgnored private let read: @MainActor () -> Model?

  init(_ id: ItemID, reading read: @escaping @MainActor () -> Model?) {
    self.id = id
    self.read = read
  }

  /// The model; of an item that has left the list the last one. `nil` if it was never read before the item left, or
  /// cannot be read: ``ObservedList/failure`` says why.
  ///
  /// - Complexity: O(1), and one row when it is asked for first.
  public var model: Model? {
    access(keyPath: \.model)
    if known == nil { known = read() }
    return known
  }

  func update(_ model: Model) { withMutation(keyPath: \.model) { known = model } }
}

/// The identities of the items of a list or section, in order.
///
/// They are found when they are asked for, so a list of a million has them at once.
public struct ObservedItems: RandomAccessCollection, Sendable {
  private let state: ListState
  /// How many items of the list stand before the first one.
  private let start: Int
  /// The section whose items they are; the first one for those of all sections.
  private let section: Int
  /// The number of items.
  public let count: Int

  init(_ state: ListState, _ offsets: Range<Int>, section: Int = 0) {
    (self.state, self.section) = (state, section)
    start = offsets.lowerBound
    count = offsets.count
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of items.
  public var endIndex: Int { count }

  /// The item at an index, which must be one of the collection's. If the file cannot be read any more it is `ItemID(rawValue: 0)`, which no item has.
  ///
  /// - Complexity: O(log *n*).
  public subscript(index: Int) -> ItemID {
    precondition(indices.contains(index), "there is no item \(index) among \(count)")
    guard let path = state.path(atOffset: start + index), let item = try? state.itemID(at: path)
    else { return ItemID(rawValue: 0) }
    return item
  }

  /// Returns offsets without repetitions, ascending.
  ///
  /// - Throws: `noSuchItem` at the first one that none of the items has.
  func checked(_ offsets: some Sequence<Int>) throws(DataSourceError) -> [Int] {
    var checked: Set<Int> = []
    for offset in offsets {
      guard indices.contains(offset) else { throw noSuchItem(atOffset: offset) }
      checked.insert(offset)
    }
    return checked.sorted()
  }

  func noSuchItem(atOffset offset: Int) -> DataSourceError {
    .noSuchItem(.path(ItemPath(section: section, item: offset)))
  }
}
