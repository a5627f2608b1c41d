import Dispatch
import Foundation
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

/// A process that writes or opens files of lists.
enum StoreChild {
  static let usage = """
    RosterChild store write PATH DURABILITY KIND SEED   commits until killed, and says how far
    RosterChild store compact PATH KIND SEED            the same, and compacts after each commit
    RosterChild store vacuum PATH KIND SEED             the same, and writes the file anew instead
    RosterChild store boast PATH KIND SEED              like write, but says so before it is true
    RosterChild store commit PATH                       commits once, says how far, closes the file
    RosterChild store open PATH MODE                    opens a file as a user without rights
    RosterChild store create PATH LIST PIPE             creates a file and a list, with others
    RosterChild store visit PATH                        opens a file for writing, and closes it
    RosterChild store crash                             ends by a signal
    RosterChild store starve PATH                       opens a file without descriptors
    """

  static func run(_ arguments: [String]) throws {
    switch (arguments.count, arguments.first) {
    case (5, "write"):
      guard let durability = SQLiteConfiguration.Durability(rawValue: arguments[2]) else {
        throw WrongArguments(usage: usage)
      }
      try write(arguments[1], durability, history(arguments[3...]))
    case (4, "compact"):
      try write(arguments[1], .normal, history(arguments[2...])) {
        try $0.compact(JournalRetention(revisionCountMax: 20))
      }
    case (4, "vacuum"):
      try write(arguments[1], .normal, history(arguments[2...])) { try $0.store.vacuum() }
    case (4, "boast"):
      try write(arguments[1], .normal, history(arguments[2...]), saysFirst: true)
    case (2, "commit"): try commit(arguments[1])
    case (3, "open"): try open(arguments[1], isReadOnly: arguments[2] == "reading")
    case (4, "create"): try create(arguments[1], list: arguments[2], pipe: arguments[3])
    case (2, "visit"): tell { () throws(StorageError) in try SQLiteStore(path: arguments[1]) }
    case (1, "crash"):
      say("about to crash")
      abort()
    case (2, "starve"): try starve(arguments[1])
    default: throw WrongArguments(usage: usage)
    }
  }

  /// Reads the history that is named by a kind and a seed.
  private static func history(_ words: ArraySlice<String>) throws -> NumberedHistory {
    guard let kind = words.first.flatMap(NumberedHistory.Kind.init(rawValue:)),
      let seed = words.last.flatMap({ UInt64($0) })
    else { throw WrongArguments(usage: usage) }
    return NumberedHistory(kind, seed: seed)
  }

  // MARK: Writing

  /// Commits the changes of a history, in groups, and prints each revision once it is committed.
  ///
  /// - Parameters:
  ///   - saysFirst: Whether a revision is printed before it is committed, which is wrong.
  ///   - afterwards: Done to the list after each commit.
  private static func write(
    _ path: String, _ durability: SQLiteConfiguration.Durability, _ history: NumberedHistory,
    saysFirst: Bool = false, afterwards: (SQLiteList) throws -> Void = { _ in }
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
      if saysFirst { say("\(builder.group.target.revision)") }
      try list.commit(builder.group)
      state = builder.group.target
      if !saysFirst { say("\(state.revision)") }
      try afterwards(list)
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
}
