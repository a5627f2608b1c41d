import Foundation
import RosterTerminal
import Testing

/// A program in a pseudo-terminal leaves it as it was, however it ends.
struct TerminalSessionTests {
  private static let entered = "\u{1B}[?1049h"
  private static let left = "\u{1B}[?25h\u{1B}[?1049l"

  private func started() throws -> (PseudoTerminal, before: [UInt64]) {
    let terminal = try PseudoTerminal()
    let before = try terminal.attributes()
    try terminal.start()
    try terminal.read(until: Self.entered)
    try terminal.read(until: "ready")
    #expect(try terminal.attributes() != before)
    return (terminal, before)
  }

  private func expectRestored(_ terminal: PseudoTerminal, _ before: [UInt64]) throws {
    #expect(try terminal.attributes() == before)
    let rest = terminal.readToEnd()
    for mode in ["1002", "1004", "1006", "2004", "2026", "1049"] {
      #expect(rest.contains("\u{1B}[?\(mode)l"))
    }
    #expect(rest.hasSuffix(Self.left))
    #expect(rest.components(separatedBy: Self.left).count == 2)
  }

  @Test(arguments: ["q": 0, "e": 1] as KeyValuePairs)
  func terminalIsRestoredAtTheEnd(_ key: String, _ code: Int32) throws {
    let (terminal, before) = try started()
    try terminal.type(key)
    #expect(terminal.waitUntilEnd() == (nil, code))
    try expectRestored(terminal, before)
  }

  @Test(arguments: [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE,
  ])
  func terminalIsRestoredAtASignalWhichStillEndsTheProcess(_ signal: Int32) throws {
    let (terminal, before) = try started()
    terminal.send(signal)
    #expect(terminal.waitUntilEnd() == (signal, nil))
    try expectRestored(terminal, before)
  }

  @Test(arguments: ["a", "t", "o"])
  func terminalIsRestoredAfterACrash(_ key: String) throws {
    let (terminal, before) = try started()
    try terminal.type(key)
    let crashes = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS]
    #expect(terminal.waitUntilEnd().signal.map { crashes.contains($0) } == true)
    try expectRestored(terminal, before)
  }

  @Test func stoppedProgramGivesTheTerminalBackAndDrawsAnewWhenItGoesOn() throws {
    let (terminal, before) = try started()
    let during = try terminal.attributes()
    // The process has several threads: one stops, another may go on first.
    for _ in 0..<50 {
      terminal.send(SIGTSTP)
      try terminal.read(until: Self.left)
      try terminal.waitUntilStopped()
      #expect(try terminal.attributes() == before)
      terminal.send(SIGCONT)
      try terminal.read(until: Self.entered)
      #expect(try terminal.read(until: "resumed").contains("\u{1B}[2J"))
      #expect(try terminal.attributes() == during)
    }
    terminal.send(SIGTERM)
    #expect(terminal.waitUntilEnd() == (SIGTERM, nil))
    try expectRestored(terminal, before)
  }

  @Test func programThatWasStoppedForGoodSetsUpWhenItGoesOn() throws {
    let (terminal, before) = try started()
    terminal.send(SIGSTOP)
    try terminal.waitUntilStopped()
    terminal.send(SIGCONT)
    try terminal.read(until: Self.entered)
    try terminal.read(until: "resumed")
    try terminal.type("q")
    #expect(terminal.waitUntilEnd() == (nil, 0))
    try expectRestored(terminal, before)
  }

  @Test func newSizeIsTold() throws {
    let (terminal, _) = try started()
    try terminal.resize(rows: 7, columns: 60)
    terminal.send(SIGWINCH)
    try terminal.read(until: "7x60")
    try terminal.resize(rows: 3, columns: 65535)
    terminal.send(SIGWINCH)
    try terminal.read(until: "3x2000")
    try terminal.type("q")
    #expect(terminal.waitUntilEnd() == (nil, 0))
  }

  @Test func loneEscapeIsAKeyAfterAWhile() throws {
    let (terminal, _) = try started()
    try terminal.type("\u{1B}")
    try terminal.read(until: "escape")
    try terminal.type("q")
    #expect(terminal.waitUntilEnd() == (nil, 0))
  }

  @Test func loneEscapeIsAKeyWhileTheSessionIsWokenAgainAndAgain() throws {
    let (terminal, _) = try started()
    try terminal.type("w")
    try terminal.type("\u{1B}")
    try terminal.read(until: "escape")
    try terminal.type("q")
    #expect(terminal.waitUntilEnd() == (nil, 0))
  }

  @Test func processHasOneSessionAtATime() throws {
    let (terminal, before) = try started()
    try terminal.type("s")
    try terminal.read(until: "true")
    try terminal.type("q")
    #expect(terminal.waitUntilEnd() == (nil, 0))
    try expectRestored(terminal, before)
  }

  @Test func programWithoutATerminalIsTold() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.attributes()
    try terminal.start(hasInput: false)
    #expect(terminal.waitUntilEnd() == (nil, 1))
    #expect(try terminal.errorText() == "true\n")
    #expect(try terminal.attributes() == before)
    #expect(terminal.readToEnd() == "")
  }
}
