public import RosterCore

// MARK: Sections by identity

extension ListDraft {
  /// Returns the model of a section, as the steps so far have left it; `nil` if it has none.
  ///
  /// - Throws: `noSuchSection`; `storage`.
  /// - Complexity: O(log *s*), and one row if no step has written the model.
  public func model(of section: SectionID) throws(DataSourceError) -> SectionModel? {
    _ = try index(of: section)
    if let model = drafted.sectionModels[section] { return model }
    return try reading { () throws(StorageError) in
      try source.models.sectionModels(of: [section], at: source.revision)[0]
    }
  }

  /// Edits the model of a section, which is `nil` if it has none.
  ///
  ///     try change.update(section) { $0?.name = "Today" }
  ///
  /// - Throws: `noSuchSection`; `storage`; what `edit` throws.
  public mutating func update(
    _ section: SectionID, _ edit: (inout SectionModel?) throws -> Void
  ) throws {
    var model = try model(of: section)
    try edit(&model)
    try update(section, model)
  }

  /// Moves a section with its items directly before another one.
  ///
  /// - Throws: `noSuchSection`; `storage`.
  public mutating func move(
    _ section: SectionID, before other: SectionID
  ) throws(DataSourceError) {
    try move(section, beside: other, distance: 0)
  }

  /// Moves a section with its items directly behind another one.
  ///
  /// - Throws: `noSuchSection`; `storage`.
  public mutating func move(
    _ section: SectionID, after other: SectionID
  ) throws(DataSourceError) {
    try move(section, beside: other, distance: 1)
  }

  private mutating func move(
    _ section: SectionID, beside other: SectionID, distance: Int
  ) throws(DataSourceError) {
    let (source, target) = (try index(of: section), try index(of: other))
    if section == other { return }
    // What stands behind the section closes the gap.
    try move(section, to: (source < target ? target - 1 : target) + distance)
  }

  /// Inserts an empty section directly before another one.
  ///
  /// - Returns: The identity of the section.
  /// - Throws: `noSuchSection`; `storage`.
  @discardableResult
  public mutating func insertSection(
    _ model: SectionModel? = nil, before other: SectionID
  ) throws(DataSourceError) -> SectionID {
    try insertSection(model, at: index(of: other))
  }

  /// Inserts an empty section directly behind another one.
  ///
  /// - Returns: The identity of the section.
  /// - Throws: `noSuchSection`; `storage`.
  @discardableResult
  public mutating func insertSection(
    _ model: SectionModel? = nil, after other: SectionID
  ) throws(DataSourceError) -> SectionID {
    try insertSection(model, at: index(of: other) + 1)
  }
}
