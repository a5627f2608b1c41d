internal import CSimulatedDisk
internal import Foundation

/// A folder whose files can lose what was not synced, and whose calls can fail.
///
/// Connections that open files in the folder notice nothing; what they do is noted, and can be cut
/// off anywhere afterwards. `CSimulatedDisk.h` says what a power cut leaves.
///
/// Unchecked because of the pointer: it never changes, and what it points to has its own lock.
package final class SimulatedDisk: @unchecked Sendable {
  /// The folder.
  package let folder: String
  fileprivate let pointer: OpaquePointer

  /// Starts a disk in a folder. Files that are there already are taken for synced.
  ///
  /// - Throws: If the folder cannot be read.
  package init(folder: String) throws {
    guard let pointer = simulated_disk_start(folder) else {
      throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: folder])
    }
    self.pointer = pointer
    self.folder = folder
  }

  deinit { simulated_disk_stop(pointer) }

  /// Lets syncs do nothing from now on, as disks do that lie, or lets them work again.
  package func ignoreSyncs(_ ignores: Bool = true) {
    simulated_disk_ignore_syncs(pointer, ignores ? 1 : 0)
  }

  // MARK: The log

  /// The number of operations that changed something so far.
  ///
  /// What was acknowledged at a number is what every cut at this number or a later one must keep.
  package var operationCount: Int { Int(simulated_disk_count(pointer)) }

  /// An operation of the log, `nil` if there is none at the index.
  package func operation(at index: Int) -> DiskOperation? {
    var operation = simulated_operation()
    guard simulated_disk_operation(pointer, Int32(clamping: index), &operation) != 0 else {
      return nil
    }
    return DiskOperation(operation)
  }

  /// Starts to go through the log, once nothing more is written.
  package func replay() throws -> DiskReplay { try DiskReplay(self) }

  // MARK: Faults

  /// Lets calls fail from now on; `nil` for none.
  package func fail(_ fault: DiskFault?) {
    guard let fault else { return simulated_disk_fail(pointer, nil) }
    var value = simulated_fault(
      calls: fault.calls.rawValue, after: Int32(clamping: fault.after),
      times: fault.times.map { Int32(clamping: $0) } ?? -1, code: fault.code,
      length: Int32(clamping: fault.length), milliseconds: Int32(clamping: fault.milliseconds))
    simulated_disk_fail(pointer, &value)
  }

  /// Calls a function in the next checkpoint, on its thread: between the moment when SQLite reads what
  /// is in the log and the one when it reads what was moved.
  package func interruptNextCheckpoint(_ body: @escaping () -> Void) {
    let context = Unmanaged.passRetained(Interruption(body: body)).toOpaque()
    let call: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      guard let context else { return }
      Unmanaged<Interruption>.fromOpaque(context).takeRetainedValue().body()
    }
    simulated_disk_interrupt_checkpoint(pointer, call, context)
  }

  private final class Interruption {
    let body: () -> Void

    init(body: @escaping () -> Void) { self.body = body }
  }

  /// How many calls the fault has met since it was set.
  package var faultCount: Int { Int(simulated_disk_fault_count(pointer)) }

  /// How many calls of some kinds there were since the disk was started.
  package func callCount(of calls: DiskCalls = .all) -> Int {
    Int(simulated_disk_call_count(pointer, calls.rawValue))
  }
}

/// What was done to a file of a disk.
package struct DiskOperation: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    case create, write, truncate, sync, delete, syncFolder, ignoredSync
  }

  package let kind: Kind
  /// The name of the file, empty for the folder itself.
  package let name: String
  package let offset: Int
  package let length: Int

  fileprivate init?(_ operation: simulated_operation) {
    let kinds: [Int: Kind] = [
      SIMULATED_CREATE: .create, SIMULATED_WRITE: .write,
      SIMULATED_TRUNCATE: .truncate, SIMULATED_SYNC: .sync,
      SIMULATED_DELETE: .delete,
      SIMULATED_SYNC_FOLDER: .syncFolder,
      SIMULATED_IGNORED_SYNC: .ignoredSync,
    ]
    guard let kind = kinds[Int(operation.kind)], let name = operation.name else {
      return nil
    }
    self.kind = kind
    self.name = String(cString: name)
    offset = Int(operation.offset)
    length = Int(operation.length)
  }

  package var description: String {
    switch kind {
    case .write: "write \(length) bytes at \(offset) of \(name)"
    case .truncate: "truncate \(name) to \(offset) bytes"
    case .syncFolder: "sync the folder"
    case .ignoredSync: "sync \(name), in vain"
    case .create, .sync, .delete: "\(kind) \(name)"
    }
  }
}

/// Kinds of calls of SQLite to a disk.
package struct DiskCalls: OptionSet, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let open = Self(rawValue: 0x001)
  package static let read = Self(rawValue: 0x002)
  package static let write = Self(rawValue: 0x004)
  package static let truncate = Self(rawValue: 0x008)
  package static let sync = Self(rawValue: 0x010)
  package static let size = Self(rawValue: 0x020)
  package static let delete = Self(rawValue: 0x040)
  package static let access = Self(rawValue: 0x080)
  package static let lock = Self(rawValue: 0x100)
  package static let sharedMemoryMap = Self(rawValue: 0x200)
  package static let sharedMemoryLock = Self(rawValue: 0x400)
  package static let all = Self(rawValue: 0x7ff)
}

/// What happens to some calls to a disk.
package struct DiskFault: Hashable, Sendable {
  /// To which kinds of calls.
  package var calls: DiskCalls
  /// How many of them still work.
  package var after: Int
  /// To how many after those, `nil` for all.
  package var times: Int?
  /// The result code that SQLite gets; 0 to only stall.
  package var code: Int32
  /// How many bytes of a read or write are done nevertheless.
  package var length = 0
  /// How long a call stalls first.
  package var milliseconds = 0

  /// Makes a fault that a call meets once, or several.
  package init(_ calls: DiskCalls, after: Int = 0, times: Int? = 1, code: Int32) {
    self.calls = calls
    self.after = after
    self.times = times
    self.code = code
  }
}

/// What was synced at each place of the log of a disk: makes the images that cuts leave.
///
/// Cuts at ascending operations cost what lies between them.
package final class DiskReplay {
  private let pointer: OpaquePointer

  fileprivate init(_ disk: SimulatedDisk) throws {
    guard let pointer = simulated_replay_start(disk.pointer) else { throw POSIXError(.ENOMEM) }
    self.pointer = pointer
  }

  deinit { simulated_replay_stop(pointer) }

  /// The files that a cut leaves.
  package func image(_ cut: PowerCut) throws -> DiskImage {
    let mode = cut.mode.values
    var value = simulated_cut(
      operation: Int32(clamping: cut.operation), keep: Int32(mode.keep), unit: Int32(mode.unit),
      garbage: mode.garbage ? 1 : 0, seed: cut.seed)
    guard let pointer = simulated_replay_cut(pointer, &value) else { throw POSIXError(.ENOMEM) }
    return DiskImage(pointer)
  }
}

/// Files that a cut leaves, in memory.
package final class DiskImage {
  private let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { simulated_image_free(pointer) }

  /// The number of operations that were not safe at the cut.
  package var pendingCount: Int { Int(simulated_image_pending(pointer)) }
  /// The number of those that are not there, or only in part.
  package var lostCount: Int { Int(simulated_image_lost(pointer)) }
  /// The same for cuts that leave the same files.
  package var hash: UInt64 { simulated_image_hash(pointer) }

  /// Writes the files into a folder that exists.
  package func write(to folder: String) throws {
    let error = simulated_image_write(pointer, folder)
    guard error == 0 else {
      throw POSIXError(
        POSIXErrorCode(rawValue: error) ?? .EIO, userInfo: [NSFilePathErrorKey: folder])
    }
  }
}
