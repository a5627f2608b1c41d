import RosterEngine
import RosterJSON
import RosterReplay
import RosterStore

extension SQLiteList {
  /// Opens the list as the commands do.
  func open() throws -> ListDataSource<JSONValue, JSONValue, Never> {
    try ListDataSource(
      storage: self, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: DataSourceConfiguration())
  }

  /// Returns the lines of the changeset log that `roster log` prints.
  func log() async throws -> [String] {
    var lines: [String] = []
    try await open().writeLog(named: name, of: self) { append in
      var line: [UInt8] = []
      append(&line)
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return lines
  }
}
