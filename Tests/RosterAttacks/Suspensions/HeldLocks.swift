import Foundation

/// Which locks another process holds on the files of a database.
///
/// Its descriptors stay open for as long as this process has connections to the database: closing one would give up the
/// locks of all.
struct HeldLocks {
  private let database: Int32
  private let log: Int32
  private let index: Int32

  /// - Parameter path: The path of the database, whose log is there.
  init(_ path: String) {
    (database, log, index) = (
      open(path, O_RDWR), open(path + "-wal", O_RDWR), open(path + "-shm", O_RDWR)
    )
  }

  /// Closes the descriptors, after all connections of this process.
  func close() {
    for file in [database, log, index] where file >= 0 { Foundation.close(file) }
  }

  /// The locks by which a reader or a writer would wait, by their places; empty if there are none.
  var held: [String] {
    var held: [String] = []
    for (name, file) in [("database", database), ("log", log), ("index", index)] {
      if let place = lock(file, F_RDLCK, 0, 0) { held.append("\(name): exclusive at \(place)") }
    }
    // Bytes 120 to 127 of the index are those of writers, checkpoints, recovery and readers.
    if let place = lock(index, F_WRLCK, 120, 8) { held.append("index: any at \(place)") }
    return held
  }

  /// The number of bytes in the log; -1 if it cannot be asked for.
  var logSize: off_t {
    var status = stat()
    return fstat(log, &status) == 0 ? status.st_size : -1
  }

  /// Returns where another process holds a lock that one of this process would wait for; -1 if it cannot be asked for.
  private func lock(_ file: Int32, _ kind: Int32, _ start: Int, _ length: Int) -> Int? {
    var asked = flock()
    asked.l_type = Int16(kind)
    asked.l_whence = Int16(SEEK_SET)
    (asked.l_start, asked.l_len) = (off_t(start), off_t(length))
    guard file >= 0, fcntl(file, F_GETLK, &asked) == 0 else { return -1 }
    return asked.l_type == Int16(F_UNLCK) ? nil : Int(asked.l_start)
  }
}
