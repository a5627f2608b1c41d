public import RosterCore

/// A list at one revision. It reads models on demand.
///
/// A snapshot is immutable and cheap to keep. It reads the models of its own revision, also after
/// later changes, and holds no transaction.
public struct ListSnapshot<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The places of all items.
  public let state: ListState
  let models: ModelReader<Model, SectionModel>

  /// The number of changesets that led here.
  public var revision: Revision { state.revision }

  /// Returns the model of the item at a path, `nil` if the path does not exist.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*), and one row if the model is not cached.
  public func model(at path: ItemPath) throws(StorageError) -> Model? {
    guard let id = try state.itemID(at: path) else { return nil }
    return try models.models(of: [id], at: revision).first
  }

  /// Returns the model of an item of a flat list, `nil` if there is none at the index.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*), and one row if the model is not cached.
  public func model(at index: Int) throws(StorageError) -> Model? {
    try model(at: ItemPath(section: 0, item: index))
  }

  /// Returns the models of a range of a section, in order. The part of the range that does not
  /// exist is ignored.
  ///
  /// - Parameters:
  ///   - section: The section; the first one if it is left out, which in a flat list is all.
  ///   - range: The indices of the items in the section; all if it is left out.
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n* + *m*) for *m* items, and one row for each model that is not cached.
  public func models(
    inSection section: Int = 0, _ range: Range<Int> = 0..<Int.max
  ) throws(StorageError) -> [Model] {
    try models.models(of: state.itemIDs(inSection: section, range), at: revision)
  }

  /// Returns the models of items that are in the list, in order.
  ///
  /// - Parameter keepsInMemory: Whether what is read is cached.
  /// - Throws: `StorageError`.
  /// - Complexity: One row for each model that is not cached, all in one read.
  package func models(
    of items: [ItemID], keepsInMemory: Bool = true
  ) throws(StorageError) -> [Model] {
    try models.models(of: items, at: revision, keepsInMemory: keepsInMemory)
  }

  /// Returns the model of the section at an index, `nil` if it has none or does not exist.
  ///
  /// - Throws: `StorageError`.
  public func sectionModel(at section: Int) throws(StorageError) -> SectionModel? {
    guard let id = state.sectionID(at: section) else { return nil }
    return try models.sectionModels(of: [id], at: revision)[0]
  }

  /// Returns the models of all sections, in order; `nil` for a section without one.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*s*) rows.
  public func sectionModels() throws(StorageError) -> [SectionModel?] {
    try models.sectionModels(of: state.sectionIDs, at: revision)
  }

  /// Returns the stored states of all scopes of the item at a path; `nil` if the path does not
  /// exist.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*), and one row for each state.
  public func states(at path: ItemPath) throws(StorageError) -> [ScopePath: StoredState]? {
    guard let id = try state.itemID(at: path) else { return nil }
    return try models.states(of: [.item(id)], at: revision).first
  }

  /// Returns the stored states of all scopes of the header or footer of a section; `nil` if the
  /// section does not exist.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*), and one row for each state.
  public func states(
    of kind: SupplementKind, ofSection section: Int
  ) throws(StorageError) -> [ScopePath: StoredState]? {
    guard let id = state.sectionID(at: section) else { return nil }
    return try models.states(of: [.supplement(SupplementID(kind, of: id))], at: revision).first
  }

  /// Returns the stored states of all scopes of trees, by tree.
  ///
  /// - Parameter trees: Trees of the snapshot.
  /// - Throws: `StorageError`.
  /// - Complexity: One search for each tree, and one row for each state.
  package func states(
    of trees: some Sequence<TreeID>
  ) throws(StorageError) -> [TreeID: [ScopePath: StoredState]] {
    try models.statesByTree(of: trees, at: revision)
  }
}

extension ListSnapshot {
  /// An item of a snapshot with its model.
  public struct Item: Sendable {
    /// Where it stands.
    public let path: ItemPath
    /// The identity of the item.
    public let id: ItemID
    /// Its model.
    public let model: Model
  }

  /// A section of a snapshot with its model.
  public struct Section: Sendable {
    /// Where it stands.
    public let index: Int
    /// The identity of the section.
    public let id: SectionID
    /// Its model, `nil` if it has none.
    public let model: SectionModel?
    /// The number of its items.
    public let itemCount: Int
  }
}

extension ListSnapshot.Item: Equatable where Model: Equatable {}

extension ListSnapshot.Section: Equatable where SectionModel: Equatable {}
