import Foundation
import RosterCore
import RosterEngine
import RosterStore
import RosterTestSupport
import Testing

/// The list that most tests use: texts in sections with texts, and a text generated for each.
typealias TextList = ListDataSource<String, String, String>
typealias TextChange = Changeset<String, String>

/// A database file in a folder of its own.
struct ListFile: Sendable {
  let folder: URL

  var path: String { folder.appending(path: "list.sqlite").path }

  /// Runs a test on a new file; then checks the file and removes it.
  static func with(_ body: (ListFile) async throws -> Void) async throws {
    let file = ListFile(
      folder: FileManager.default.temporaryDirectory.appending(path: "roster-engine-\(UUID())"))
    try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: file.folder) }
    try await body(file)
    let findings = try SQLiteStore(path: file.path).check()
    #expect(findings == [])
  }

  /// Runs a test on a list in a new file; then closes the list.
  static func withList(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ body: (TextList, ListFile) async throws -> Void
  ) async throws {
    try await with { file in
      let list = try file.openList(configuration)
      try await body(list, file)
      await list.close()
    }
  }

  /// Opens the file again, with a connection of its own.
  func openStorage() throws -> SQLiteList {
    try #require(try SQLiteStore(path: path).list(named: "test"))
  }

  func openGated() throws -> GatedStorage { GatedStorage(try openStorage()) }

  func openList(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ storage: (any ListStorage)? = nil,
    generate: @escaping @Sendable (String, GenerationContext) -> String = { text, _ in "<\(text)>" }
  ) throws -> TextList {
    try TextList(
      storage: try storage ?? openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration, generate: generate)
  }

  /// The revision that another connection sees.
  func storedRevision() throws -> Revision { try openStorage().load().revision }
}

extension ListSnapshot where Model == String, SectionModel == String {
  /// The list as arrays.
  var rows: ListRows<String, String> {
    get throws {
      ListRows(
        try sectionModels().enumerated().map { section, model in
          .init(model: model, items: try models(inSection: section))
        })
    }
  }

  /// The numbers of the items, section by section.
  var itemIDs: [[Int]] {
    get throws {
      try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0).map { $0.rawValue } }
    }
  }
}

extension Changeset where Model == String, SectionModel == String {
  /// Makes one section of items, a letter each.
  static func section(_ letters: String) -> Self { ListRows(letters).asInsertion }

  static var emptySection: Self { Changeset { $0.insertSection(at: 0) } }

  static func insert(_ model: String, at item: Int = 0) -> Self {
    Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: item)) }
  }

  static func update(_ item: Int, _ model: String) -> Self {
    Changeset { $0.updateItem(at: ItemPath(section: 0, item: item), model) }
  }

  static func remove(_ item: Int) -> Self {
    Changeset { $0.removeItem(at: ItemPath(section: 0, item: item)) }
  }

  static func move(_ item: Int, to target: Int) -> Self {
    Changeset {
      $0.moveItem(from: ItemPath(section: 0, item: item), to: ItemPath(section: 0, item: target))
    }
  }
}
