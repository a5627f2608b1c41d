public import RosterCore
internal import RosterJSON

extension ListSnapshot {
  /// All models, in order; each is read once.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*), a row for each model that is not cached, and memory for all of them.
  public func contents() throws(StorageError) -> ListContents<Model, SectionModel> {
    var sections: [ListContents<Model, SectionModel>.Section] = []
    for (index, model) in try sectionModels().enumerated() {
      sections.append(.init(model: model, items: try models(inSection: index)))
    }
    return ListContents(sections)
  }

  /// A line an item, its path and its model, within braces; "{}" if there is no item.
  ///
  /// For logs and tests: all models are in memory at once.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: As ``contents()``.
  public func compactDescription() throws(StorageError) -> String {
    try contents().description
  }

  /// A fingerprint of the kinds of models in the list, by the order in which they appear first; ""
  /// if there is no item.
  ///
  /// It depends neither on how many models there are of a kind nor on what they hold, so reports can
  /// be grouped by it that may not name any content.
  ///
  /// - Parameter kind: The kind of a model, of those that have several: for an enumeration its case,
  ///   for a model that is put together the types of its parts. The type of the model if nothing
  ///   else is said.
  /// - Returns: 16 hexadecimal digits: FNV-1a, 64 bit, over a line for each kind.
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*), and a row for each model that is not cached; memory does not grow with the
  ///   list.
  public func kindFingerprint(
    _ kind: (Model) -> String = { String(reflecting: type(of: $0 as Any)) }
  ) throws(StorageError) -> String {
    var kinds: Set<String> = []
    var fingerprint = Fingerprint()
    try forEachItem { item in
      let kind = kind(item.model)
      if kinds.insert(kind).inserted { fingerprint.addItem(model: .string(kind)) }
      return true
    }
    return kinds.isEmpty ? "" : fingerprint.hex
  }
}

extension ListSnapshot where Model: Equatable, SectionModel: Equatable {
  /// Whether two snapshots, which may be of different lists, hold equal models in the same order, in
  /// sections with equal models. Who the items are does not matter.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*) up to the first difference, and a row for each model that is not cached;
  ///   O(*s*) if already the counts differ.
  public func hasSameContents(as other: ListSnapshot) throws(StorageError) -> Bool {
    if models === other.models, revision == other.revision { return true }
    guard state.itemCounts == other.state.itemCounts,
      try sectionModels() == other.sectionModels()
    else { return false }
    for section in 0..<sectionCount {
      let count = itemCount(inSection: section)
      for start in stride(from: 0, to: count, by: 1_024) {
        let range = start..<min(start + 1_024, count)
        guard
          try models(inSection: section, range) == other.models(inSection: section, range)
        else { return false }
      }
    }
    return true
  }
}
