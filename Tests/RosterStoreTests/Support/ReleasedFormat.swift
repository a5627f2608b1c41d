import Foundation
import GRDB
import RosterTestSupport
import Testing

extension TemporaryFolder {
  /// Makes a folder with a file of a released format, from its dump.
  convenience init(format: Int) throws {
    try self.init()
    let dump = try #require(
      Bundle.module.url(
        forResource: "format-\(format)", withExtension: "sql", subdirectory: "Fixtures"))
    let sql = try String(contentsOf: dump, encoding: .utf8)
    let queue = try DatabaseQueue(path: path())
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
  }
}
