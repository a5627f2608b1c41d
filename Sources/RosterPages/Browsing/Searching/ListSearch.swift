public import RosterCore
public import RosterEngine
public import RosterJSON

/// Finds items by a text in their models.
///
/// An item matches if one of the values in its model contains the text, upper and lower case being
/// the same. Keys do not count, since rows do not show them.
public struct ListSearch: Hashable, Sendable {
  /// The direction in which the next match is searched.
  public enum Direction: Hashable, Sendable {
    /// Towards the end of the list.
    case forward
    /// Towards its start.
    case backward
  }

  /// The text that is searched.
  public let text: String
  private let folded: [UInt8]

  /// Makes a search for a text; `nil` if the text is empty.
  public init?(_ text: String) {
    if text.isEmpty { return nil }
    self.text = text
    folded = Array(text.lowercased().utf8)
  }

  /// Returns whether a model matches.
  ///
  /// - Complexity: O(*n*) in the size of the model.
  public func matches(_ model: JSONValue) -> Bool {
    switch model {
    case .null: false
    case .string(let text): contains(text)
    case .bool, .number, .decimal: contains(model.canonicalText)
    case .array(let elements): elements.contains { matches($0) }
    case .object(let members): members.contains { matches($0.value) }
    }
  }

  private func contains(_ text: String) -> Bool {
    let bytes = Array(text.lowercased().utf8)
    guard bytes.count >= folded.count else { return false }
    return (0...bytes.count - folded.count).contains { start in
      bytes[start] == folded[0] && bytes[start..<start + folded.count].elementsEqual(folded)
    }
  }

  /// Returns the path of the next match, with the whole list searched once: behind its end, the
  /// search goes on at its start, and the other way round.
  ///
  /// The search can be cancelled with its task.
  ///
  /// - Parameters:
  ///   - snapshot: The list.
  ///   - start: The item next to which the search begins, which is looked at last; `nil` to begin
  ///     at the end of the list from which the search comes.
  ///   - direction: The direction.
  ///   - isolation: Where the search runs. It gives way to other work again and again.
  ///   - progress: Called now and then with the share of the list that was searched, from 0 to 1.
  /// - Returns: The path; `nil` if no item matches.
  /// - Throws: `StorageError` if a model cannot be read; `CancellationError`.
  /// - Complexity: O(*n*) models.
  public func next(
    in snapshot: ListSnapshot<JSONValue, JSONValue>, from start: ItemPath?,
    _ direction: Direction, isolation: isolated (any Actor)? = #isolation,
    progress: (Double) -> Void = { _ in }
  ) async throws -> ItemPath? {
    try await next(
      in: snapshot, reading: { $0 }, from: start, direction, isolation: isolation,
      progress: progress)
  }

  /// Returns the path of the next match in a list of other models.
  ///
  /// See ``next(in:from:_:isolation:progress:)``.
  ///
  /// - Parameters:
  ///   - itemCount: How many of the first items are searched; all if it is left out.
  ///   - value: Returns what is searched in a model.
  package func next<Model, SectionModel>(
    in snapshot: ListSnapshot<Model, SectionModel>, first itemCount: Int? = nil,
    reading value: (Model) -> JSONValue, from start: ItemPath?, _ direction: Direction,
    isolation: isolated (any Actor)? = #isolation, progress: (Double) -> Void = { _ in }
  ) async throws -> ItemPath? {
    let count = itemCount ?? snapshot.state.itemCount
    let first = start.flatMap { snapshot.state.offset(of: $0) }
    var searchedCount = 0
    for range in Self.ranges(count: count, from: first, direction) {
      for part in parts(of: range, direction) {
        try await giveWay()
        let found = try match(in: part, of: snapshot, reading: value, direction)
        if let found { return found }
        searchedCount += part.count
        progress(Double(searchedCount) / Double(count))
      }
    }
    return nil
  }

  /// Counts the items that match, and tells which of them one is.
  ///
  /// Counting can be cancelled with its task.
  ///
  /// - Parameters:
  ///   - snapshot: The list.
  ///   - itemCount: How many of the first items are searched; all if it is left out.
  ///   - value: Returns what is searched in a model.
  ///   - item: The item whose number among the matches is wanted.
  ///   - isolation: Where the search runs. It gives way to other work again and again.
  ///   - progress: Called now and then with the share of the list that was searched, from 0 to 1.
  /// - Throws: `StorageError` if a model cannot be read; `CancellationError`.
  /// - Complexity: O(*n*) models.
  package func count<Model, SectionModel>(
    in snapshot: ListSnapshot<Model, SectionModel>, first itemCount: Int? = nil,
    reading value: (Model) -> JSONValue, of item: ItemID?,
    isolation: isolated (any Actor)? = #isolation,
    progress: (Double) -> Void = { _ in }
  ) async throws -> MatchCount {
    let itemCount = itemCount ?? snapshot.state.itemCount
    var matches = MatchCount()
    for part in parts(of: 0..<itemCount, .forward) {
      try await giveWay()
      var items: [ItemID] = []
      try snapshot.state.forEachItem(atOffsets: part) { _, id in
        items.append(id)
        return true
      }
      for (id, model) in zip(items, try snapshot.models(of: items)) where self.matches(value(model))
      {
        matches.count += 1
        if id == item { matches.ordinal = matches.count }
      }
      progress(Double(part.upperBound) / Double(itemCount))
    }
    return matches
  }

  /// Returns the two ranges of offsets to search, one after the other.
  ///
  ///     5 items, forward from 1     2..<5, then 0..<2
  ///     5 items, backward from 1    0..<1, then 1..<5
  static func ranges(count: Int, from start: Int?, _ direction: Direction) -> [Range<Int>] {
    guard let start else { return [0..<count] }
    switch direction {
    case .forward: return [start + 1..<count, 0..<start + 1]
    case .backward: return [0..<start, start..<count]
    }
  }

  private static let partCountMax = 512

  /// Lets other work go on between two parts.
  private func giveWay(isolation: isolated (any Actor)? = #isolation) async throws {
    try Task.checkCancellation()
    await Task.yield()
  }

  private func parts(of range: Range<Int>, _ direction: Direction) -> [Range<Int>] {
    let parts = stride(from: range.lowerBound, to: range.upperBound, by: Self.partCountMax).map {
      $0..<min($0 + Self.partCountMax, range.upperBound)
    }
    return direction == .forward ? parts : parts.reversed()
  }

  private func match<Model, SectionModel>(
    in offsets: Range<Int>, of snapshot: ListSnapshot<Model, SectionModel>,
    reading value: (Model) -> JSONValue, _ direction: Direction
  ) throws(StorageError) -> ItemPath? {
    var found: ItemPath?
    var offset = offsets.lowerBound
    while offset < offsets.upperBound, let path = snapshot.state.path(atOffset: offset) {
      let rest = snapshot.state.itemCount(inSection: path.section) - path.item
      let range = path.item..<path.item + min(rest, offsets.upperBound - offset)
      let models = try snapshot.models(inSection: path.section, range)
      for (item, model) in zip(range, models) where matches(value(model)) {
        found = ItemPath(section: path.section, item: item)
        if direction == .forward { return found }
      }
      offset += range.count
    }
    return found
  }
}

/// How many items match, and which of them one is.
package struct MatchCount: Hashable, Sendable {
  package var count = 0
  /// The number of the item among the matches, from 1; `nil` if it is none of them.
  package var ordinal: Int?

  /// Makes the count of no matches.
  package init() {}
}
