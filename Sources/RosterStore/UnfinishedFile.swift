package import RosterCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A new database file that is written beside its place, and gets its name when it is whole: a process that
/// is killed leaves nothing there that looks like a smaller list.
package struct UnfinishedFile {
  /// Where it is written.
  package let path: String
  private let target: DatabasePath

  /// - Parameter target: Where the file is to be.
  /// - Throws: `unreadable` if something is there, or nothing can be created there.
  package init(beside target: String) throws(StorageError) {
    self.target = DatabasePath(path: target)
    path = Self.prefix(of: self.target.literal) + String.randomDigits(count: 8)
    guard access(self.target.literal, F_OK) != 0 else { throw exists }
    // SQLite would read what stands there into the new file, or remove it.
    for file in self.target.companions where access(file, F_OK) == 0 {
      throw StorageError(
        .unreadable, "\(target): \(file) is beside it and belongs to another file; name a new file")
    }
    _ = try self.target.verify(isReadOnly: false, mustExist: false)
  }

  /// What the name of an unfinished file begins with.
  static func prefix(of target: String) -> String { target + "-unfinished-" }

  private var exists: StorageError {
    StorageError(.unreadable, "\(target.path): exists already; name a new file")
  }

  /// Gives the file its name. It is closed.
  package func finish() throws(StorageError) {
    let written = DatabasePath(path: path).literal
    // Unlike a rename, a link replaces nothing that was created meanwhile. Not every file system has links.
    if link(written, target.literal) == 0 { return remove() }
    guard errno != EEXIST, access(target.literal, F_OK) != 0 else { throw exists }
    guard rename(written, target.literal) == 0 else {
      throw StorageError(.failed, "\(target.path): cannot be created: \(SystemError.last)")
    }
  }

  /// The file, and what SQLite puts beside it.
  package var files: [String] {
    let written = DatabasePath(path: path)
    return [written.literal] + written.companions
  }

  /// Removes what was written.
  package func remove() {
    for file in files { unlink(file) }
  }
}
