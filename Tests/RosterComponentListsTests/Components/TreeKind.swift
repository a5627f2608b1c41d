import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestSupport
import Testing

/// The kinds of trees that a list has. A test of what is true of all of them has them as arguments.
///
/// The trees of a kind stand in a row, a model each: the items of one section, or the headers or
/// footers of sections without items. The first tree that comes into a list has the number 1, and
/// the first of a row the index 0:
///
///     TreeKind.item.rows("ab")      one section with the items "a" and "b"
///     TreeKind.header.rows("ab")    two sections with the models "a" and "b"
enum TreeKind: CaseIterable {
  case item, header, footer

  var supplement: SupplementKind? {
    switch self {
    case .item: nil
    case .header: .header
    case .footer: .footer
    }
  }

  func contains(_ tree: TreeID) -> Bool { tree.supplement?.kind == supplement }

  // MARK: Names

  func tree(_ number: Int) -> TreeID {
    guard let supplement else { return .item(ItemID(rawValue: number)) }
    return .supplement(SupplementID(supplement, of: SectionID(rawValue: number)))
  }

  func place(_ index: Int) -> TreePlace {
    guard let supplement else { return .item(ItemPath(section: 0, item: index)) }
    return .supplement(supplement, ofSection: index)
  }

  /// The tree with a number, wherever it stands.
  func id(_ number: Int) -> TreeReference { TreeReference(tree(number)) }

  /// The tree at an index of the row after everything pending.
  func at(_ index: Int) -> TreeReference {
    guard let supplement else { return .item(index) }
    return .supplement(SupplementReference(supplement, of: .index(index)))
  }

  // MARK: Changes

  /// Makes the row. Items stand in a section with the model "s", so that they have a header and a
  /// footer beside them.
  func rows(_ models: [String]) -> TextChange {
    ListRows(
      self == .item
        ? [.init(model: "s", items: models)] : models.map { .init(model: $0, items: []) }
    ).asInsertion
  }

  /// Makes the row of letters.
  func rows(_ letters: String) -> TextChange { rows(letters.map { String($0) }) }

  func insert(_ model: String, at index: Int = 0) -> TextChange {
    self == .item ? .insert(model, at: index) : Changeset { $0.insertSection(at: index, model) }
  }

  func update(_ index: Int, _ model: String) -> TextChange {
    self == .item ? .update(index, model) : .updateSection(index, model)
  }

  func remove(_ index: Int) -> TextChange {
    self == .item ? .remove(index) : Changeset { $0.removeSection(at: index) }
  }

  func move(_ index: Int, to target: Int) -> TextChange {
    self == .item
      ? .move(index, to: target) : Changeset { $0.moveSection(from: index, to: target) }
  }

  /// Replaces the components of this kind of trees.
  func components(
    _ components: @escaping @Sendable (String) -> Row
  ) -> ConfigurationChange<String, String, RowMessage> {
    switch self {
    case .item: .components { text, _ in components(text) }
    case .header: .header { text, _ in Node(components(text)) }
    case .footer: .footer { text, _ in Node(components(text)) }
    }
  }
}

extension TreeID {
  /// The number of the item or section.
  var number: Int { item?.rawValue ?? supplement?.section.rawValue ?? 0 }
}

extension ListBatch {
  /// The outputs of one kind.
  func outputs(_ kind: TreeKind) -> [GeneratedOutput<Output>] {
    outputs.filter { kind.contains($0.tree) }
  }

  /// The states of one kind.
  func states(_ kind: TreeKind) -> [ChangedState] { states.filter { kind.contains($0.tree) } }
}

extension [GeneratedOutput<RowTree>] {
  var numbers: [Int] { map(\.tree.number) }

  func counts(_ name: String) -> [Int?] { map { $0.output?.count(name) } }

  func histories(_ name: String) -> [[Int]?] { map { $0.output?.history(name) } }
}

extension ListDataSource {
  func states(_ number: Int, _ kind: TreeKind) throws -> [ScopePath: StoredState] {
    try states(of: kind.tree(number))
  }
}

extension ListDataSource where Output == RowTree {
  func tree(_ number: Int, _ kind: TreeKind) throws -> RowTree? {
    try output(of: kind.id(number))?.output
  }
}

extension ListSnapshot {
  func states(_ index: Int, _ kind: TreeKind) throws -> [ScopePath: StoredState]? {
    guard let supplement = kind.supplement else {
      return try states(at: ItemPath(section: 0, item: index))
    }
    return try states(of: supplement, ofSection: index)
  }
}

extension ListSnapshot where Model == String, SectionModel == String {
  /// The models of the row.
  func models(_ kind: TreeKind) throws -> [String] {
    kind == .item ? try models(inSection: 0) : try sectionModels().map { $0 ?? "none" }
  }
}

extension DataSourceConfiguration {
  /// Keeps this many trees of items, and this many of headers and footers.
  static func keeping(_ countMax: Int) -> DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.components.cachedOutputCountMax = countMax
    configuration.components.cachedSupplementCountMax = countMax
    return configuration
  }
}

extension ListFile {
  /// Opens a list whose items, headers and footers have the same components.
  ///
  /// - Parameters:
  ///   - kind: The only kind of trees that the list has, for tests that count what is built or
  ///     kept.
  ///   - components: Makes the components of the model of an item or section.
  func openTrees(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ storage: (any ListStorage)? = nil, only kind: TreeKind? = nil,
    codec: any ModelCodec<String> = TextCodec(),
    @NodeBuilder<RowMessage> components:
      @escaping @Sendable (String) -> Node<RowMessage> = { Node(Row(text: $0)) }
  ) throws -> RowList {
    let ofSections: @Sendable (String, SectionContext) -> Node<RowMessage>? = { text, _ in
      components(text)
    }
    return try RowList(
      storage: try storage ?? openStorage(), codec: codec, sectionCodec: codec,
      configuration: configuration, header: [nil, .header].contains(kind) ? ofSections : nil,
      footer: [nil, .footer].contains(kind) ? ofSections : nil
    ) { text, _ in components(text) }
  }

  /// Runs a test on such a list in a new file; then closes the list.
  static func withTrees(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    only kind: TreeKind? = nil, _ body: (RowList, ListFile) async throws -> Void
  ) async throws {
    try await withGatedTrees(configuration, only: kind) { list, _, file in
      try await body(list, file)
    }
  }

  /// Runs a test on such a list behind gates; then closes the list.
  static func withGatedTrees(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    only kind: TreeKind? = nil, _ body: (RowList, GatedStorage, ListFile) async throws -> Void
  ) async throws {
    try await with { file in
      let storage = try file.openGated()
      let list = try file.openTrees(configuration, storage, only: kind)
      try await body(list, storage, file)
      await list.close()
    }
  }
}
