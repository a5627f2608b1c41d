import Foundation

/// Reads the recorded cases of other lists.
enum EngineFixture {
  static func cases<Case: Decodable>(
    _ name: String, of room: String, as type: Case.Type
  ) throws -> [Case] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = tests.appending(path: room).appending(path: "Fixtures").appending(path: name)
    return try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
  }
}
