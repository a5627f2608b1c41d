import Foundation
import RosterStore

/// Removes temporary files and their folders if Ctrl-C, `kill` or the end of its terminal ends the process: no other
/// code runs then.
enum SignalledRemoval {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let pathCountMax = 24

  /// The paths of files, each before that of its folder, ended by `nil`.
  ///
  /// `nonisolated(unsafe)`: the pointer never changes. Only the thread that runs a command writes the memory, a whole
  /// pointer at a time and behind all others, and otherwise only the handlers read it.
  nonisolated(unsafe) private static let paths = {
    let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
      .allocate(capacity: pathCountMax + 1)
    paths.initialize(repeating: nil, count: pathCountMax + 1)
    return paths
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
    let count = (0..<pathCountMax).first { paths[$0] == nil } ?? pathCountMax
    for (index, path) in zip(count..<pathCountMax, added) { paths[index] = strdup(path) }
    for number in signals {
      let former = signal(number, remove)
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// Removes the files and the folder, and ends the process by the signal. It calls only what POSIX allows in a
  /// handler.
  private static let remove: @convention(c) (CInt) -> Void = { number in
    var next = paths
    while let path = next.pointee {
      // A folder is not unlinked.
      if unlink(path) != 0 { rmdir(path) }
      next += 1
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
