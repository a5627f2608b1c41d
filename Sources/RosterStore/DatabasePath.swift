internal import Foundation
internal import RosterCore

/// What the file system says of a path.
///
/// Asked before SQLite opens the file, which has one answer, "unable to open", for most of what can
/// be wrong with a path.
struct DatabasePath {
  let path: String

  /// The path as SQLite takes it: never read as a URI, nor as the name of a database in memory.
  var literal: String { path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path }

  /// The file that holds what is not yet in the main file; SQLite removes it when the last
  /// connection is closed.
  var hasWriteAheadLog: Bool { access(literal + "-wal", F_OK) == 0 }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Looks whether the file can be opened, or created.
  ///
  /// - Returns: Whether there is a file.
  func verify(isReadOnly: Bool) throws(StorageError) -> Bool {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StorageError(.unreadable, "\"\(path)\" is not a path")
    }
    guard let mode = try mode(of: literal) else {
      guard !isReadOnly else { throw StorageError(.unreadable, "\(path): no such file") }
      guard try mode(of: folder) != nil else {
        throw StorageError(.unreadable, "\(path): the folder \(folder) does not exist")
      }
      try verifyFolderIsWritable()
      return false
    }
    guard mode & S_IFMT != S_IFDIR else {
      throw StorageError(.unreadable, "\(path): a folder, not a file")
    }
    guard mode & S_IFMT == S_IFREG else {
      throw StorageError(.unreadable, "\(path): not a regular file")
    }
    guard access(literal, R_OK) == 0 else {
      throw StorageError(.unreadable, "\(path): may not be read: \(Self.reason)")
    }
    try verifyIsWritable(isReadOnly: isReadOnly)
    return true
  }

  private func verifyIsWritable(isReadOnly: Bool) throws(StorageError) {
    if !isReadOnly {
      guard access(literal, W_OK) == 0 else {
        throw StorageError(
          .readOnly,
          "\(path): may not be written: \(Self.reason). Open it for reading, or change its rights")
      }
      try verifyFolderIsWritable()
    } else if access(literal + "-shm", F_OK) != 0, access(folder, W_OK) != 0 {
      throw StorageError(
        .readOnly,
        "\(path): the folder may not be written, which SQLite needs for reading as well: "
          + "\(Self.reason). Copy the file to another folder")
    }
  }

  private func verifyFolderIsWritable() throws(StorageError) {
    guard access(folder, W_OK | X_OK) == 0 else {
      throw StorageError(
        .readOnly,
        "\(path): the folder \(folder) may not be written, where SQLite keeps the write-ahead log: "
          + "\(Self.reason)")
    }
  }

  /// The mode of a file, `nil` if there is none.
  private func mode(of path: String) throws(StorageError) -> mode_t? {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode }
    guard errno == ENOENT else {
      throw StorageError(.unreadable, "\(self.path): cannot be reached: \(Self.reason)")
    }
    return nil
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
