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

  private static func open(_ path: String, isReadOnly: Bool) throws {
    // The numbers of the user and group that own nothing.
    if getuid() == 0 {
      guard setgid(65_534) == 0, setuid(65_534) == 0 else { return say("rights cannot be dropped") }
    }
    do throws(StorageError) {
      let store = try SQLiteStore(
        path: path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
      let revisions = try store.lists().map { "\($0.name) \($0.revision)" }
      say("opened: \(revisions.joined(separator: ", "))")
    } catch {
      say("\(error.code): \(error.message)")
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
