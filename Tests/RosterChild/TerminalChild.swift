import Foundation
import RosterTerminal

/// A program in a terminal, for the tests to end in every way.
///
/// It shows what happens on its first row. Some keys make it do something: `q` ends the session and
/// the process, `e` ends the session by an error, `a` aborts, `t` traps, `o` overflows the stack, and
/// `s` asks for a second session, and `w` wakes the session again and again.
enum TerminalChild {
  static let usage = "RosterChild terminal"

  static func run(_ arguments: [String]) throws {
    guard arguments.isEmpty else { throw WrongArguments(usage: usage) }
    // Threads of the test program let no signals through, and a process inherits that.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    let environment = ["TERM": "xterm-256color"]
    do {
      let session = try TerminalSession(environment: environment)
      var writer = FrameWriter(depth: .palette256)
      try show("ready", in: session, &writer)
      while true {
        for event in try session.wait() {
          switch event {
          case .input(.key(KeyPress("q"))):
            session.end()
            return
          case .input(.key(KeyPress("e"))): throw CocoaError(.featureUnsupported)
          case .input(.key(KeyPress("a"))): abort()
          case .input(.key(KeyPress("t"))): print([1][Int(session.size.rows)])
          case .input(.key(KeyPress("o"))): print(depth(of: 1))
          case .input(.key(KeyPress("w"))), .woken:
            usleep(5_000)
            session.waker.wake()
          case .input(.key(KeyPress("s"))):
            do {
              _ = try TerminalSession(environment: environment)
            } catch {
              try show("\(error.code == .inUse)", in: session, &writer)
            }
          case .resumed:
            writer.startAnew()
            try show("resumed", in: session, &writer)
          case .resized(let size):
            try show("\(size.rows)x\(size.columns)", in: session, &writer)
          default: try show("\(event)", in: session, &writer)
          }
        }
      }
    } catch let error as TerminalError {
      // For the test that reads this.
      FileHandle.standardError.write(Data("\(error.code == .notATerminal)\n".utf8))
      exit(1)
    }
  }

  private static func show(
    _ text: String, in session: TerminalSession, _ writer: inout FrameWriter
  ) throws {
    var grid = CellGrid(session.size)
    grid.write(text, at: CellPosition(row: 0, column: 0))
    try session.write(writer.frame(grid))
  }

  private static func depth(of number: Int) -> Int {
    number == 0 ? 0 : depth(of: number + 1) + depth(of: number + 2)
  }
}
