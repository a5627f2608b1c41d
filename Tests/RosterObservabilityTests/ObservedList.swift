import Foundation
import RosterCore
import RosterEngine
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

typealias TextList = ListDataSource<String, String, String>
typealias TextChange = Changeset<String, String>

/// A list in a new file, with a storage that stops and fails when it is told to.
struct ObservedList {
  let list: TextList
  let storage: GatedStorage
  let path: String

  var faults: FaultyStorage { storage.faults }

  /// Runs a test on a list, closes it, and removes the file.
  static func with(
    _ listener: any DataSourceListener, isShared: Bool = false,
    subscriberBufferCountMax: Int = 1_024,
    _ body: (ObservedList) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "roster-observability-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "list.sqlite").path
    var configuration = DataSourceConfiguration(
      subscriberBufferCountMax: subscriberBufferCountMax)
    configuration.isShared = isShared
    configuration.listeners = [listener]
    let storage = GatedStorage(try storage(at: path))
    let list = try open(storage, configuration)
    try await body(ObservedList(list: list, storage: storage, path: path))
    await list.close()
  }

  /// The list as another process would have it.
  func openAgain() throws -> TextList {
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    return try Self.open(try Self.storage(at: path), configuration)
  }

  private static func storage(at path: String) throws -> SQLiteList {
    try #require(try SQLiteStore(path: path).list(named: "test"))
  }

  private static func open(
    _ storage: any ListStorage, _ configuration: DataSourceConfiguration
  ) throws -> TextList {
    try TextList(
      storage: storage, codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration
    ) { text, _ in text }
  }
}

extension Changeset where Model == String, SectionModel == String {
  static func section(_ items: [String]) -> Self {
    Changeset {
      $0.insertSection(at: 0)
      $0.insertItems(items, at: ItemPath(section: 0, item: 0))
    }
  }

  static func insert(_ model: String, at item: Int = 0) -> Self {
    Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: item)) }
  }
}
