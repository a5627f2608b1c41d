internal import Foundation
internal import RosterCore

/// The first bytes of a SQLite file, read without SQLite: looking at a file leaves no trace.
///
/// What is still in the write-ahead log is not seen here, so a file that looks right may turn out
/// to be newer; one that looks wrong is.
struct DatabaseHeader {
  /// The number by which applications know their files; 0 if it was not set.
  let applicationID: UInt32
  /// The format of the file, as the application counts it.
  let userVersion: UInt32

  private static let length = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  /// - Returns: `nil` if the file is empty.
  /// - Throws: `notADatabase` if it does not begin as SQLite files do.
  init?(_ path: DatabasePath) throws(StorageError) {
    let bytes: [UInt8]
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path.literal))
      defer { try? file.close() }
      bytes = [UInt8](try file.read(upToCount: Self.length) ?? Data())
    } catch {
      throw StorageError(.unreadable, "\(path.path): cannot be read", cause: error)
    }
    if bytes.isEmpty { return nil }
    guard bytes.count == Self.length, bytes.starts(with: Self.magic) else {
      throw StorageError(.notADatabase, "\(path.path): not a SQLite database; nothing was changed")
    }
    func number(at offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    userVersion = number(at: 60)
    applicationID = number(at: 68)
  }
}
