import Foundation
import Roster
import RosterTestKit
import Testing

@testable import roster_outbox

/// The commands as a person uses them.
struct OutboxCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "outbox.sqlite")
  }

  private func run(_ arguments: String...) throws -> ProgramOutcome {
    try ProgramOutcome(of: "roster-outbox", arguments)
  }

  private func makeMailbox() throws -> String {
    let mailbox = folder.path(of: "mailbox")
    try FileManager.default.createDirectory(atPath: mailbox, withIntermediateDirectories: false)
    return mailbox
  }

  @Test func theLettersOfOneRunAreCounted() throws {
    let mailbox = try makeMailbox()
    for text in ["one", "two"] {
      #expect(try run("write", path, text).output.hasPrefix("It waits: "))
    }
    #expect(try run("send", path, mailbox).output == "2 letters are sent.\n")
    #expect(try run("send", path, mailbox).output == "No letter is sent.\n")
    _ = try run("write", path, "three")
    #expect(try run("send", path, mailbox).output == "1 letter is sent.\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: mailbox).count == 3)
    #expect(try run("show", path).lines == ["sent: one", "sent: two", "sent: three"])
  }

  @Test func aLetterCannotActUponTheTerminal() throws {
    _ = try run("write", path, "x\u{1B}[31m\nsent: \u{202E}y")
    #expect(try run("show", path).output == #"waiting: x\u001b[31m\nsent: \u202ey"# + "\n")
  }

  @Test func aFileThatIsNotThereIsNotMade() throws {
    let mailbox = try makeMailbox()
    for outcome in [try run("show", path), try run("send", path, mailbox)] {
      #expect(outcome.exitCode == 4)
      #expect(outcome.errors.hasPrefix("roster-outbox: \(path): "), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aFileOfOtherListsHasNoOutbox() throws {
    let store = try SQLiteStore(path: path)
    _ = try store.list(named: "letters")
    try store.close()
    let outcome = try run("show", path)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors == "roster-outbox: \(path): there is no outbox in the file\n")
  }

  @Test func aFileIsNoFolderToDeliverInto() throws {
    _ = try run("write", path, "hello")
    let file = try folder.write("", to: "mailbox")
    let outcome = try run("send", path, file)
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors == "roster-outbox: \(file): a file, not a folder\n")
    #expect(outcome.output.isEmpty)
    #expect(try run("show", path).lines == ["waiting: hello"])
  }

  @Test func anIdentifierDoesNotLeadOutOfTheFolder() async throws {
    let mailbox = try makeMailbox()
    let outbox = try Outbox(.file(path, list: "outbox"))
    try await outbox.write(Letter(id: "../escaped", text: "hello"))
    await outbox.list.close()
    #expect(try run("send", path, mailbox).output == "No letter is sent.\n")
    #expect(try run("show", path).lines == ["refused: hello"])
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "escaped")))
  }

  @Test func wrongUsageAndHelpEndAsTheyDoElsewhere() throws {
    let wrong = try run("write", path)
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.hasPrefix("roster-outbox: "), "\(wrong.errors)")
    let help = try run("send", "--help")
    #expect(help.exitCode == 0)
    #expect(help.output.contains("must exist"))
  }
}
