import Foundation
import RosterStore

/// Removes a folder for temporary files if Ctrl-C, `kill` or the end of its terminal ends the process: no other code
/// runs then. A process has one such folder.
enum SignalledRemoval {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let fileCountMax = 8

  /// The paths of the files and then of their folder, ended by `nil`.
  ///
  /// `nonisolated(unsafe)`: the pointer never changes. The memory is written before the handlers are installed, and
  /// only they read it.
  nonisolated(unsafe) private static let paths = {
    let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
      .allocate(capacity: fileCountMax + 2)
    paths.initialize(repeating: nil, count: fileCountMax + 2)
    return paths
  }()

  /// Begins to wait for signals. Those that the process ignores, as under `nohup`, stay ignored.
  ///
  /// - Parameter names: The names of the files that may be in the folder; a signal handler cannot list them.
  static func begin(of folder: ScratchFolder, files names: [String]) {
    let all = names.prefix(fileCountMax).map(folder.path(of:)) + [folder.path]
    for (index, path) in all.enumerated() { paths[index] = strdup(path) }
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
