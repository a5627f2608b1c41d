import Dispatch
import Foundation
import RosterCore
import RosterStore
import RosterTestSupport

/// A process that the store's tests start: to kill it, or because it may not do what they may.
///
///     RosterStoreChild write PATH DURABILITY KIND SEED   commits until killed, and says how far
///     RosterStoreChild compact PATH KIND SEED            the same, and compacts after each commit
///     RosterStoreChild commit PATH                       commits once, says how far, closes the file
///     RosterStoreChild open PATH MODE                    opens a file as a user without rights
///     RosterStoreChild create PATH LIST PIPE             creates a file and a list, with others
///     RosterStoreChild visit PATH                        opens a file for writing, and closes it
///     RosterStoreChild crash                             ends by a signal
///     RosterStoreChild starve PATH                       opens a file without descriptors
@main
struct RosterStoreChild {
  static func main() throws {
    let arguments = CommandLine.arguments
    switch (arguments.count, arguments.dropFirst().first) {
    case (6, "write"):
      let durability = SQLiteConfiguration.Durability(rawValue: arguments[3]) ?? .full
      let kind = NumberedHistory.Kind(rawValue: arguments[4]) ?? .lists
      try write(
        arguments[2], durability, NumberedHistory(kind, seed: UInt64(arguments[5]) ?? 0))
    case (5, "compact"):
      let kind = NumberedHistory.Kind(rawValue: arguments[3]) ?? .lists
      try write(
        arguments[2], .normal, NumberedHistory(kind, seed: UInt64(arguments[4]) ?? 0),
        JournalRetention(revisionCountMax: 20))
    case (3, "commit"): try commit(arguments[2])
    case (4, "open"): try open(arguments[2], isReadOnly: arguments[3] == "reading")
    case (5, "create"): try create(arguments[2], list: arguments[3], pipe: arguments[4])
    case (3, "visit"): tell { () throws(StorageError) in try SQLiteStore(path: arguments[2]) }
    case (2, "crash"):
      say("about to crash")
      abort()
    case (3, "starve"): try starve(arguments[2])
    default: throw StorageError(.failed, "no such command")
    }
  }

  // MARK: Writing

  /// Commits the changes of a history, in groups, and prints each revision once it is committed.
  private static func write(
    _ path: String, _ durability: SQLiteConfiguration.Durability, _ history: NumberedHistory,
    _ retention: JournalRetention? = nil
  ) throws {
    let store = try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(durability: durability))
    guard let list = try store.list(named: "main") else { return }
    var state = try list.load()
    var random = SplitMix64(seed: history.seed &+ UInt64(state.revision))
    while true {
      var builder = CommitGroupBuilder(state)
      for _ in 0...random.index(below: 4) {
        let (revision, counts) = (
          builder.group.target.revision + 1, builder.group.target.itemCounts
        )
        try builder.add(history.changeset(revision, counts: counts)) { change in
          try history.states(revision, counts: change.target.itemCounts) {
            try change.target.itemID(at: $0)
          }
        }
      }
      try list.commit(builder.group)
      state = builder.group.target
      say("\(state.revision)")
      if let retention { try list.compact(retention) }
    }
  }

  private static func commit(_ path: String) throws {
    let store = try SQLiteStore(path: path)
    guard let list = try store.list(named: "main", create: false) else { return }
    say("\(try list.commit(Changeset(), on: list.load()).revision)")
    try store.close()
  }

  // MARK: Opening

  /// Waits until a pipe is opened for writing, so that many begin at once, and commits to a list.
  private static func create(_ path: String, list name: String, pipe: String) throws {
    say("ready")
    guard Foundation.open(pipe, O_RDONLY) >= 0 else { throw StorageError(.failed, "no pipe") }
    let store = try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(busyTimeout: 60))
    guard let list = try store.list(named: name) else { return }
    var builder = CommitGroupBuilder(try list.load())
    try builder.add(Changeset { $0.insertSection(at: 0, "section") })
    try list.commit(builder.group)
    try store.close()
  }

  /// Opens a file when no descriptor is left, and again when one is.
  private static func starve(_ path: String) throws {
    // Dispatch traps if it finds no descriptor for its own work.
    let hasBegun = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { hasBegun.signal() }
    hasBegun.wait()
    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
    guard setrlimit(nofile, &limit) == 0 else { throw StorageError(.failed, "no limit") }
    var descriptors: [Int32] = []
    while case let descriptor = Foundation.open("/dev/null", O_RDONLY), descriptor >= 0 {
      descriptors.append(descriptor)
    }
    tell { () throws(StorageError) in try SQLiteStore(path: path) }
    // Enough for the file, too few for its log.
    for descriptor in descriptors.suffix(1) { Foundation.close(descriptor) }
    tell { () throws(StorageError) in try SQLiteStore(path: path) }
    for descriptor in descriptors.dropLast() { Foundation.close(descriptor) }
    tell { () throws(StorageError) in try SQLiteStore(path: path) }
  }

  #if canImport(Glibc)
    private static let nofile = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let nofile = RLIMIT_NOFILE
  #endif

  private static func open(_ path: String, isReadOnly: Bool) throws {
    // The numbers of the user and group that own nothing.
    if getuid() == 0 {
      guard setgid(65_534) == 0, setuid(65_534) == 0 else { return say("rights cannot be dropped") }
    }
    tell { () throws(StorageError) in
      try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
    }
  }

  /// Says which lists are in a file that is opened, or why it cannot be.
  private static func tell(_ open: () throws(StorageError) -> SQLiteStore) {
    do throws(StorageError) {
      let store = try open()
      let revisions = try store.lists().map { "\($0.name) \($0.revision)" }
      try store.close()
      say("opened: \(revisions.joined(separator: ", "))")
    } catch {
      say("\(error.code): \(error.message)")
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
