import ArgumentParser
import Foundation
import Roster
import RosterCommands

/// An outbox in a file: an example of an application whose tests use `RosterTesting`.
@main
struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-outbox",
    abstract: "Keeps letters in a file until each is delivered.",
    discussion: """
      Exit codes: 0 good, 2 wrong usage, 3 a folder that is none or output that cannot be written, 4 the database \
      failed.
      """,
    subcommands: [Write.self, Send.self, Show.self])

  static func main() async { await runToEnd() }

  /// The outbox of a file that exists: a file with a mistyped name is not made.
  private static func existing(_ file: String) throws -> Outbox {
    var configuration = SQLiteConfiguration()
    configuration.createsFile = false
    let store = try SQLiteStore(path: file, configuration: configuration)
    guard let list = try store.list(named: "outbox", create: false) else {
      throw CommandFailure("\(file): there is no outbox in the file", code: 2)
    }
    return try Outbox(.stored(list), isShared: true)
  }

  struct Write: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Writes a letter.")
    @Argument(help: "The file of the outbox, which is made if it is not there.") var file: String
    @Argument(help: "What the letter says.") var text: String

    func run() async throws {
      let letter = Letter(id: UUID().uuidString, text: text)
      try await Outbox(.file(file, list: "outbox"), isShared: true).write(letter)
      OutboxCommand.write(lines: ["It waits: \(letter.id)"])
    }
  }

  struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Delivers what waits into a folder; while that is not there, it tries again and again.")
    @Argument(help: "The file of the outbox, which must exist.") var file: String
    @Argument(help: "The folder, in which each letter becomes a file.") var folder: String

    func run() async throws {
      let outbox = try OutboxCommand.existing(file)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue
      {
        throw CommandFailure("\(folder): a file, not a folder")
      }
      let mailbox = Mailbox(folder: folder)
      try await outbox.sendWaiting(to: mailbox, clock: .continuous)
      let sentence =
        switch await mailbox.takenCount {
        case 0: "No letter is sent."
        case 1: "1 letter is sent."
        case let count: "\(count) letters are sent."
        }
      OutboxCommand.write(lines: [sentence])
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints what lies where.")
    @Argument(help: "The file of the outbox, which must exist.") var file: String

    func run() throws {
      let outbox = try OutboxCommand.existing(file)
      for tray in Tray.allCases {
        OutboxCommand.write(lines: try outbox.letters(in: tray).map { "\(tray): \($0.text)" })
      }
    }
  }
}

/// A folder that takes a letter as a file with its identifier as its name, and so takes it once however often it comes.
actor Mailbox: Recipient {
  private let folder: URL
  /// How many letters were taken.
  private(set) var takenCount = 0

  init(folder: String) { self.folder = URL(fileURLWithPath: folder) }

  func take(_ letter: Letter) throws {
    // Another program may have written it: its identifier might be a path that leads out of the folder.
    guard UUID(uuidString: letter.id) != nil else { throw LetterRefused() }
    try Data(letter.text.utf8)
      .write(to: folder.appendingPathComponent(letter.id), options: .atomic)
    takenCount += 1
  }
}
