import Foundation
import RosterCore
import RosterStore
import RosterTestSupport

/// A process that the store's tests start: to kill it, or because it may not do what they may.
///
///     RosterStoreChild write PATH DURABILITY SEED    commits until killed, and says how far it is
///     RosterStoreChild open PATH MODE                opens a file as a user without rights
@main
struct RosterStoreChild {
  static func main() throws {
    let arguments = CommandLine.arguments
    switch (arguments.count, arguments.dropFirst().first) {
    case (5, "write"):
      let durability = SQLiteConfiguration.Durability(rawValue: arguments[3]) ?? .full
      try write(arguments[2], durability, seed: UInt64(arguments[4]) ?? 0)
    case (4, "open"): try open(arguments[2], isReadOnly: arguments[3] == "reading")
    default: throw StorageError(.failed, "no such command")
    }
  }

  // MARK: Writing

  /// Commits the changesets of a seed, in groups, and prints each revision once it is committed.
  private static func write(
    _ path: String, _ durability: SQLiteConfiguration.Durability, seed: UInt64
  ) throws {
    let store = try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(durability: durability))
    guard let list = try store.list(named: "main") else { return }
    var state = try list.load()
    var random = SplitMix64(seed: seed &+ UInt64(state.revision))
    while true {
      var builder = CommitGroupBuilder(state)
      for _ in 0...random.index(below: 4) {
        try builder.add(
          .numbered(
            builder.group.target.revision + 1, seed: seed,
            counts: builder.group.target.itemCounts))
      }
      try list.commit(builder.group)
      state = builder.group.target
      say("\(state.revision)")
    }
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
