internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// What items have in common of which a list shows one: the form of the value in hexadecimal digits, which stand in the
/// order of its bytes.
struct DistinctValue: RawRepresentable, SortValue, Codable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  init(_ value: some SortValue) { rawValue = DefinitionText.hex(value.sortBytes) }
}

extension DistinctValue: JSONSection {
  var sectionJSON: JSONValue { .string(rawValue) }

  init?(sectionJSON: JSONValue) {
    guard let text = sectionJSON.stringValue else { return nil }
    self.init(rawValue: text)
  }
}

extension DerivedDefinition {
  /// Shows each of some values once: of items with equal values, the first one when all of them are sorted.
  ///
  ///     let messages = try inboxes[0].derived("messages", version: "1")
  ///       .union([inboxes[1]])
  ///       .sorted { [.descending($0.date)] }
  ///       .distinct { $0.title }
  ///       .open()
  ///
  /// When that item goes or gets another value, the next one comes in its place, in the same batch. Items that are left out
  /// by `where` or a search do not count. If the list is grouped, an item stands in its own section, and no other section
  /// has the value.
  ///
  /// The list is sorted, with ties by identity; opening another one throws `failed`, as does one with a limit, with the
  /// best matches of a search first, or with the sections of its source. To limit it, derive a limited list from it. All
  /// items are kept by their values in a list beside it, named "NAME (all)".
  ///
  /// - Parameter value: Returns what is shown once.
  /// - Complexity: O(*d*) for each change of the source, for *d* items that are shown.
  public func distinct<Value: SortValue>(
    by value: @escaping @Sendable (Model) -> Value
  ) -> Self {
    var definition = self
    definition.distinct = { DistinctValue(value($0)) }
    definition.operators.append(DefinitionText.distinctOperator)
    return definition
  }

  /// The definition of all items by their values, if one of each is shown; `nil` if not.
  var byValue: DerivedDefinition<Model, DistinctValue>? {
    distinct.map { behind(.all, grouped: .values(SectionValues([], by: $0))) }
  }

  /// The definition of the first item of each value.
  func firsts(of values: ListDataSource<Model, DistinctValue, Never>) -> Self {
    var definition = self
    definition.show(values)
    // What is left out by these is not in the other list.
    definition.isShown = { _ in true }
    definition.search = nil
    definition.window = ListWindow(count: 1, offset: 0, end: .start, isOfEachSection: true)
    return definition
  }

  /// Verifies that it can be told which item of a value is shown, and where that stands.
  func validateDistinct() throws(StorageError) {
    if distinct == nil { return }
    guard isSorted, ties == .identity else {
      throw StorageError(
        .failed,
        "the list \(name.inQuotes) shows each value once, and does not say which item is the first; sort it, with ties by "
          + "identity")
    }
    guard window == nil else {
      throw StorageError(
        .failed,
        "the list \(name.inQuotes) shows each value once, and cannot be limited as well; derive a limited list from it"
      )
    }
    guard search?.isByRelevance != true else {
      throw StorageError(
        .failed,
        "the list \(name.inQuotes) shows each value once, and cannot show the best matches first as well; search a list that is "
          + "derived from it")
    }
    guard grouping.ofSource == nil else {
      throw StorageError(
        .failed,
        "the list \(name.inQuotes) shows each value once, and cannot have the sections of its source"
      )
    }
  }
}
