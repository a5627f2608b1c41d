public import RosterCore
internal import RosterJSON

extension ListSnapshot {
  /// Returns all models, in order. Each is read once.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*), one row for each model that is not cached, and memory for all of them.
  public func contents() throws(StorageError) -> ListContents<Model, SectionModel> {
    var sections: [ListContents<Model, SectionModel>.Section] = []
    for (index, model) in try sectionModels().enumerated() {
      sections.append(.init(model: model, items: try models(inSection: index)))
    }
    return ListContents(sections)
  }

  /// Returns one line for each item with its path and model, within braces; "{}" without items.
  ///
  /// For logs and tests: all models are in memory at once.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: As ``contents()``.
  public func compactDescription() throws(StorageError) -> String {
    try contents().description
  }

  /// Returns a fingerprint of the kinds of models in the list, in the order of their first
  /// appearance; "" without items.
  ///
  /// It depends neither on the number of models of a kind nor on their content. Reports that may
  /// not contain content can be grouped by it.
  ///
  /// - Parameter kind: Returns the kind of a model, for example the case of an enumeration, or the
  ///   types of the parts of a composed model. The default is the type of the model.
  /// - Returns: 16 hexadecimal digits: FNV-1a, 64 bit, over a line for each kind.
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*), and one row for each model that is not cached. Memory does not grow with
  ///   the list.
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
  /// Returns whether two snapshots hold equal models in the same order, in sections with equal
  /// models. The snapshots may belong to different lists, and the identities of items are ignored.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*) up to the first difference, and one row for each model that is not
  ///   cached; O(*s*) if the counts differ.
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
