import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterSync
import RosterTestKit
import RosterTestSupport

typealias TextList = ListDataSource<String, String, Never>
typealias TextDevice = SyncDevice<String, String, Never>
typealias TextHub = SyncHub<String, String, Never>
typealias TextChange = Changeset<String, String>

/// A folder with the files of a hub and of devices.
struct SyncFiles: Sendable {
  let folder: URL

  /// Runs a test on new files; then checks the files and removes them.
  static func with(_ body: (SyncFiles) throws -> Void) throws {
    let files = try made()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    try body(files)
    try files.check()
  }

  /// As the other one, for a test that waits.
  static func with(_ body: (SyncFiles) async throws -> Void) async throws {
    let files = try made()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    try await body(files)
    try files.check()
  }

  private static func made() throws -> SyncFiles {
    let files = SyncFiles(
      folder: FileManager.default.temporaryDirectory.appending(path: "roster-sync-\(UUID())"))
    try FileManager.default.createDirectory(at: files.folder, withIntermediateDirectories: true)
    return files
  }

  private func check() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".sqlite") {
      let findings = try SQLiteStore(path: folder.appending(path: name).path).check()
      guard findings.isEmpty else { throw SyncError.malformed("\(name): \(findings)") }
    }
  }

  /// Copies a list with its log, while no transaction is under way.
  func copy(_ source: String, to target: String) throws {
    for suffix in ["", "-wal"] {
      let file = folder.appending(path: "\(source).sqlite\(suffix)").path
      guard FileManager.default.fileExists(atPath: file) else { continue }
      try FileManager.default.copyItem(
        atPath: file, toPath: folder.appending(path: "\(target).sqlite\(suffix)").path)
    }
  }

  /// Opens a list, with a connection of its own, as another process does.
  ///
  /// - Parameters:
  ///   - isShared: Whether others write it meanwhile.
  ///   - key: The key of a model.
  func list(
    _ name: String, isShared: Bool = false,
    key: (@Sendable (String) -> any ModelKeyConvertible)? = nil
  ) throws -> TextList {
    let store = try SQLiteStore(path: folder.appending(path: "\(name).sqlite").path)
    guard let list = try store.list(named: "list") else {
      throw SyncError.malformed("there is no list")
    }
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    return try TextList(
      storage: IdentifiedStorage(list), codec: TextCodec(), sectionCodec: TextCodec(), key: key,
      configuration: configuration)
  }

  /// Opens a list whose models are JSON values.
  func jsonList(_ name: String) throws -> ListDataSource<JSONValue, JSONValue, Never> {
    let store = try SQLiteStore(path: folder.appending(path: "\(name).sqlite").path)
    guard let list = try store.list(named: "list") else {
      throw SyncError.malformed("there is no list")
    }
    return try ListDataSource(
      storage: IdentifiedStorage(list), codec: CanonicalJSONCodec(),
      sectionCodec: CanonicalJSONCodec())
  }

  func hub(_ limits: SyncLimits = SyncLimits(), isShared: Bool = false) throws -> TextHub {
    TextHub(try list("hub", isShared: isShared), name: "hub", coding: .text, limits: limits)
  }

  /// Opens a device.
  ///
  /// - Parameter opening: The name of the opening.
  func device(
    _ name: String, opening: String? = nil, limits: SyncLimits = SyncLimits(),
    states: SyncedStates = SyncedStates()
  ) throws -> TextDevice {
    try TextDevice(
      list(name), name: opening ?? "\(name) 1", coding: .text, limits: limits, states: states)
  }
}

extension TextDevice {
  /// Sends what is pending, and takes answers until the hub has nothing more.
  mutating func synchronize(with hub: TextHub) throws {
    var isLast = false
    while !isLast { isLast = try integrate(answer: hub.answer(request(sendsChanges: false))) }
    var roundCount = 0
    while try hasChangesToSend {
      _ = try integrate(answer: hub.answer(request(sendsChanges: true)))
      roundCount += 1
      guard roundCount < 100 else { throw SyncError.refused("the hub settles nothing") }
    }
  }

  /// The list as text: sections between bars.
  var drawing: String { get throws { try list.drawing } }
}

extension TextList {
  convenience init(inMemory file: MemoryList) throws {
    try self.init(storage: file, codec: TextCodec(), sectionCodec: TextCodec())
  }

  /// The list as text: sections between bars.
  var drawing: String {
    get throws {
      try snapshot.contents().sections.map { $0.items.joined() }.joined(separator: "|")
    }
  }
}

extension TextChange {
  static func section(_ letters: String) -> Self {
    Self {
      $0.insertSection(at: 0)
      $0.insertItems(letters.map { String($0) }, at: ItemPath(section: 0, item: 0))
    }
  }

  static func insert(_ model: String, at item: Int = 0) -> Self {
    Self { $0.insertItem(model, at: ItemPath(section: 0, item: item)) }
  }

  static func update(_ item: Int, _ model: String) -> Self {
    Self { $0.updateItem(at: ItemPath(section: 0, item: item), model) }
  }

  static func remove(_ item: Int) -> Self {
    Self { $0.removeItem(at: ItemPath(section: 0, item: item)) }
  }

  static func move(_ item: Int, to target: Int) -> Self {
    Self {
      $0.moveItem(from: ItemPath(section: 0, item: item), to: ItemPath(section: 0, item: target))
    }
  }
}
