internal import CSQLite
internal import RosterCore

/// What goes wrong with a call to the disk, and what the caller of the list is promised to be told.
package struct FaultKind: Sendable, CustomStringConvertible {
  package let name: String
  /// The calls to the disk that fail; none if it is SQLite's allocations.
  let calls: DiskCalls
  let code: Int32
  /// How many bytes of a read or write are done nevertheless.
  var length = 0
  /// How long a call stalls.
  var milliseconds = 0
  /// The codes of the errors that it may come out as.
  let promised: Set<StorageError.Code>

  /// The result codes with which the application's own statements may fail: those that SQLite gives it without lists.
  var resultCodes: Set<Int32> {
    var codes = [code & 0xff]
    if code == SQLITE_BUSY { codes.append(SQLITE_PROTOCOL) }
    if code == Self.ioError(12) { codes.append(SQLITE_NOMEM) }
    if promised.contains(.unreadable) { codes.append(SQLITE_CANTOPEN) }
    if promised.contains(.corrupt) { codes += [SQLITE_CORRUPT, SQLITE_NOTADB] }
    return Set(codes)
  }

  package var description: String { name }

  package static func named(_ name: String) -> FaultKind? {
    (all + [allocation]).first { $0.name == name }
  }

  /// SQLite finds no memory: only in a process that has started ``SimulatedMemory``.
  package static let allocation = FaultKind(
    name: "allocation", calls: [], code: SQLITE_NOMEM, promised: [.failed, .corrupt])

  /// Every kind of call fails, writes and reads are short, and calls stall.
  ///
  /// SQLite's own check tells a page that it cannot read as damage. A short read is one that fails
  /// after some bytes: what ends before its end without an error is a shorter file to SQLite, which
  /// reads zeros then; its unix VFS goes on reading until the system says that the file ends.
  package static let all: [FaultKind] = [
    FaultKind(
      name: "open", calls: .open, code: SQLITE_CANTOPEN, promised: [.unreadable]),
    FaultKind(
      name: "read", calls: .read, code: ioError(1), promised: [.failed, .unreadable, .corrupt]),
    FaultKind(
      name: "short-read", calls: .read, code: ioError(1), length: 100,
      promised: [.failed, .unreadable, .corrupt]),
    FaultKind(
      name: "write", calls: .write, code: ioError(3), promised: [.failed]),
    FaultKind(
      name: "full", calls: .write, code: SQLITE_FULL, promised: [.full]),
    FaultKind(
      name: "short-write", calls: .write, code: SQLITE_FULL, length: 512, promised: [.full]),
    FaultKind(
      name: "truncate", calls: .truncate, code: ioError(6), promised: [.failed]),
    FaultKind(
      name: "sync", calls: .sync, code: ioError(4), promised: [.failed]),
    FaultKind(
      name: "size", calls: .size, code: ioError(7), promised: [.failed, .unreadable]),
    FaultKind(
      name: "delete", calls: .delete, code: ioError(10), promised: [.failed]),
    FaultKind(
      name: "access", calls: .access, code: ioError(13), promised: [.failed]),
    FaultKind(
      name: "lock", calls: .lock, code: ioError(15), promised: [.failed]),
    FaultKind(
      name: "locked", calls: .lock, code: SQLITE_BUSY, promised: [.busy]),
    FaultKind(
      name: "index", calls: .sharedMemoryMap, code: ioError(21), promised: [.failed]),
    FaultKind(
      name: "index-full", calls: .sharedMemoryMap, code: ioError(19), promised: [.failed]),
    FaultKind(
      name: "index-lock", calls: .sharedMemoryLock, code: ioError(20), promised: [.failed]),
    FaultKind(
      name: "index-locked", calls: .sharedMemoryLock, code: SQLITE_BUSY, promised: [.busy]),
    FaultKind(
      name: "memory", calls: [.open, .read, .write], code: ioError(12),
      promised: [.failed, .unreadable, .corrupt]),
    FaultKind(name: "stall", calls: .all, code: SQLITE_OK, milliseconds: 3, promised: []),
  ]

  /// An extended result code of SQLite, whose macros Swift does not see.
  private static func ioError(_ number: Int32) -> Int32 { SQLITE_IOERR | number << 8 }

  /// The fault of a disk that a kind is.
  func diskFault(after count: Int, _ duration: FaultDuration) -> DiskFault {
    var fault = DiskFault(
      calls, after: count, times: duration == .once ? 1 : nil, code: code)
    fault.length = length
    fault.milliseconds = milliseconds
    return fault
  }
}

/// How long a fault lasts.
package enum FaultDuration: String, Sendable, CaseIterable {
  /// One call fails.
  case once
  /// All calls fail from then on, until the disk is mended.
  case lasting
}

/// A fault at one call of a workload: what repeats a run.
package struct FaultPoint: Sendable, CustomStringConvertible {
  package var kind: FaultKind
  /// How many calls of the kind work before.
  package var count: Int
  package var duration: FaultDuration

  package init(_ kind: FaultKind, after count: Int, _ duration: FaultDuration) {
    self.kind = kind
    self.count = count
    self.duration = duration
  }

  /// As the command takes it.
  package var description: String {
    "--kind \(kind) --after \(count) --duration \(duration.rawValue)"
  }
}
