import Foundation
import RosterStore

/// Removes temporary files and their folders if Ctrl-C, `kill` or the end of its terminal ends the process, and ends the
/// process group that it has started: no other code runs then.
enum SignalledRemoval {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let pathCountMax = 24

  /// What the handlers read. They may not wait for a lock, nor until Swift has made a constant.
  private struct Memory {
    /// The paths of files, each before that of its folder, ended by `nil`.
    let paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    /// The process group; 0 for none, -1 while it is being started.
    let group: UnsafeMutablePointer<pid_t>
    /// A signal that has come while it was being started; 0 for none.
    let delayed: UnsafeMutablePointer<CInt>
  }

  /// `nonisolated(unsafe)`: the pointers never change, and are there before the first handler is. Only the thread that runs
  /// a command writes the memory, a whole pointer or number at a time and a path behind all others, and otherwise only the
  /// handlers read it. They write nothing but the signal.
  nonisolated(unsafe) private static let memory = {
    let memory = Memory(
      paths: .allocate(capacity: pathCountMax + 1), group: .allocate(capacity: 1),
      delayed: .allocate(capacity: 1))
    memory.paths.initialize(repeating: nil, count: pathCountMax + 1)
    memory.group.initialize(to: 0)
    memory.delayed.initialize(to: 0)
    return memory
  }()

  /// Begins to wait for signals.
  ///
  /// - Parameter names: The names of the files that may be in the folder; a signal handler cannot list them.
  static func begin(of folder: ScratchFolder, files names: [String]) {
    begin(of: names.map(folder.path(of:)) + [folder.path])
  }

  /// Begins to wait for signals, beside what is removed already. Those that the process ignores, as under `nohup`, stay
  /// ignored.
  ///
  /// - Parameter added: Files, each before its folder. What is not there then does no harm.
  static func begin(of added: [String]) {
    if added.isEmpty { return }
    let paths = memory.paths
    let count = (0..<pathCountMax).first { paths[$0] == nil } ?? pathCountMax
    for (index, path) in zip(count..<pathCountMax, added) { paths[index] = strdup(path) }
    for number in signals {
      let former = signal(number, remove)
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// Starts a process group that signals end, too. One that comes meanwhile counts as soon as the group is known.
  ///
  /// - Parameter run: Starts it, and returns its number.
  static func start(_ run: () throws -> pid_t) rethrows {
    memory.group.pointee = -1
    defer { if memory.delayed.pointee != 0 { remove(memory.delayed.pointee) } }
    do {
      memory.group.pointee = try run()
    } catch {
      memory.group.pointee = 0
      throw error
    }
  }

  /// Leaves the process group alone from here on: it has ended.
  static func didEnd() { memory.group.pointee = 0 }

  /// Ends the process group, removes the files and the folder, and ends the process by the signal. It calls only what POSIX
  /// allows in a handler.
  private static let remove: @convention(c) (CInt) -> Void = { number in
    if memory.group.pointee < 0 {
      memory.delayed.pointee = number
      // Another thread may have started it in between, and looked for the signal too early.
      if memory.group.pointee < 0 { return }
    }
    if memory.group.pointee > 0 { kill(-memory.group.pointee, SIGKILL) }
    var next = memory.paths
    while let path = next.pointee {
      // A folder is not unlinked.
      if unlink(path) != 0 { rmdir(path) }
      next += 1
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
