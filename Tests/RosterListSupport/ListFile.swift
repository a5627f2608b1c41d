import Foundation
package import RosterCore
package import RosterEngine
import RosterStore
import RosterTestKit
package import RosterTestSupport
import Testing

/// The list that most tests use: texts in sections with texts, and a text generated for each.
package typealias TextList = ListDataSource<String, String, String>
package typealias TextChange = Changeset<String, String>

/// A list of its own for a test, in a file, in memory or on a server.
package struct ListFile: Sendable {
  private let place: any ListPlace

  /// Whether the lists of the current test are in files only.
  @TaskLocal package static var isOnFileOnly = false

  /// Runs a test on a new list in a file, then on two in memory, one in a store and the model, then on one
  /// on a server, if this machine has one; each list is checked in the end, and goes.
  package static func with(_ body: (ListFile) async throws -> Void) async throws {
    try await with(FilePlace(), body)
    if isOnFileOnly { return }
    try await with(MemoryStorePlace(), body)
    try await with(MemoryPlace(), body)
    #if Postgres
      if PostgresServer.isInstalled { try await with(ServerPlace(), body) }
    #endif
  }

  private static func with(
    _ place: any ListPlace, _ body: (ListFile) async throws -> Void
  ) async throws {
    await place.begin()
    do {
      // A list that a test has beside this one is in a file.
      try await $isOnFileOnly.withValue(true) { try await body(ListFile(place: place)) }
    } catch {
      await place.end()
      throw StorageTestFailure(place: place.name, error: error)
    }
    let findings = try place.findings()
    await place.end()
    #expect(findings == [], "\(place.name)")
  }

  /// Runs a test on a new list in each place; then closes the list.
  package static func withList(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ body: (TextList, ListFile) async throws -> Void
  ) async throws {
    try await with { file in
      let list = try file.openList(configuration)
      try await body(list, file)
      await list.close()
    }
  }

  /// Opens the list again, with a connection of its own, as another process does.
  package func openStorage() throws -> any JournalStorage {
    IdentifiedStorage(try place.openStorage())
  }

  /// Opens the list twice, as one process does: with one connection, or with two.
  package func openTwice(withOneConnection isOne: Bool) throws -> [any JournalStorage] {
    try place.openTwice(withOneConnection: isOne)
  }

  package func openGated() throws -> GatedStorage { GatedStorage(try openStorage()) }

  package func openList(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ storage: (any ListStorage)? = nil,
    generate: @escaping @Sendable (String, GenerationContext) -> String = { text, _ in "<\(text)>" }
  ) throws -> TextList {
    try TextList(
      storage: try storage ?? openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration, generate: generate)
  }

  /// The revision that another connection sees.
  package func storedRevision() throws -> Revision { try openStorage().load().revision }
}

extension ListDataSource where Model == String, SectionModel == String, Output == String {
  /// Makes an empty list in memory.
  package static func inMemory() throws -> TextList {
    try TextList(storage: MemoryList(), codec: TextCodec(), sectionCodec: TextCodec()) {
      text, _ in "<\(text)>"
    }
  }
}

extension ListSnapshot where Model == String, SectionModel == String {
  /// The list as arrays.
  package var rows: ListRows<String, String> {
    get throws {
      ListRows(
        try sectionModels().enumerated().map { section, model in
          .init(model: model, items: try models(inSection: section))
        })
    }
  }

  /// The numbers of the items, section by section.
  package var itemIDs: [[Int]] {
    get throws {
      try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0).map { $0.rawValue } }
    }
  }
}

extension Changeset where Model == String, SectionModel == String {
  /// Makes one section of items, a letter each.
  package static func section(_ letters: String) -> Self { ListRows(letters).asInsertion }

  package static var emptySection: Self { Changeset { $0.insertSection(at: 0) } }

  package static func insert(_ model: String, at item: Int = 0) -> Self {
    Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: item)) }
  }

  package static func update(_ item: Int, _ model: String) -> Self {
    Changeset { $0.updateItem(at: ItemPath(section: 0, item: item), model) }
  }

  package static func remove(_ item: Int) -> Self {
    Changeset { $0.removeItem(at: ItemPath(section: 0, item: item)) }
  }

  package static func move(_ item: Int, to target: Int) -> Self {
    Changeset {
      $0.moveItem(from: ItemPath(section: 0, item: item), to: ItemPath(section: 0, item: target))
    }
  }
}
