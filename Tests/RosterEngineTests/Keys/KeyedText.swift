import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestSupport

/// The models of the tests of keys are texts with a key before a colon: "a:1" has the key "a". A key of
/// digits is an integer.
enum KeyedText {
  static let key: @Sendable (String) -> any ModelKeyConvertible = { ofModel($0) }

  static func ofModel(_ model: String) -> ModelKey {
    let text = String(model.prefix { $0 != ":" })
    return Int(text).map(ModelKey.integer) ?? .text(text)
  }
}

extension ListFile {
  /// Opens the list with the keys of its models.
  func openKeyedList(
    isShared: Bool = false, _ storage: (any ListStorage)? = nil,
    key: @escaping @Sendable (String) -> any ModelKeyConvertible = KeyedText.key
  ) throws -> TextList {
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    return try TextList(
      storage: try storage ?? openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
      key: key, configuration: configuration
    ) { text, _ in "<\(text)>" }
  }

  /// Runs a test on a new list with keys in each place; then closes the list.
  static func withKeyedList(_ body: (TextList, ListFile) async throws -> Void) async throws {
    try await with { file in
      let list = try file.openKeyedList()
      try await body(list, file)
      await list.close()
    }
  }

  /// Runs a test on a new list with keys and its storage in each place; then closes the list.
  static func withGatedKeyedList(
    _ body: (TextList, GatedStorage) async throws -> Void
  ) async throws {
    try await with { file in
      let storage = try file.openGated()
      let list = try file.openKeyedList(storage)
      try await body(list, storage)
      await list.close()
    }
  }
}

extension ListSnapshot where Model == String, SectionModel == String {
  /// What is wrong with the keys of this list: each item is found by its key, at its place, and no other key
  /// finds one.
  func keyFindings(absent: [ModelKey] = ["absent", 404, ""]) throws -> [String] {
    var findings: [String] = []
    try forEachItem { item in
      let key = KeyedText.ofModel(item.model)
      do {
        let found = try self.item(key: key)
        if found != item {
          findings.append("\(key) finds \(String(describing: found)), not \(item)")
        }
      } catch {
        findings.append("\(key): \(error)")
      }
      return true
    }
    for key in absent {
      if let item = try item(key: key) { findings.append("\(key) finds \(item)") }
    }
    return findings.map { "revision \(revision): \($0)" }
  }
}

extension ListRows where Model == String {
  /// All keys of the models.
  var keys: [ModelKey] { sections.flatMap(\.items).map(KeyedText.ofModel) }
}
