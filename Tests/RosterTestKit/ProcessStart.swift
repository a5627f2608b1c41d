package import Foundation

extension Process {
  private static let starting = NSLock()

  /// Starts the process. Of several threads that start processes, each waits for the one before it.
  ///
  /// Foundation on Linux learns that a process has ended when its end of a pair of sockets is closed. `run()` closes
  /// what is open in the new process by a list that it has made before: a process that another thread starts in
  /// between keeps that end, and `waitUntilExit()` does not return before both have ended. A server, which ends with
  /// the tests, keeps it forever.
  ///
  /// - Throws: As `run()` does.
  package func start() throws { try Self.starting.withLock { try run() } }
}
