import ArgumentParser
import Foundation
import Roster

/// An outbox in a file: an example of an application whose tests use `RosterTesting`.
@main
struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-outbox",
    abstract: "Keeps letters in a file until each is delivered.",
    subcommands: [Write.self, Send.self, Show.self])

  struct Write: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Writes a letter.")
    @Argument(help: "The file of the outbox, which is made if it is not there.") var file: String
    @Argument(help: "What the letter says.") var text: String

    func run() async throws {
      let letter = Letter(id: UUID().uuidString, text: text)
      try await Outbox(.file(file, list: "outbox"), isShared: true).write(letter)
      print("It waits: \(letter.id)")
    }
  }

  struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Delivers what waits into a folder; while that is not there, it tries again and again.")
    @Argument(help: "The file of the outbox.") var file: String
    @Argument(help: "The folder, in which each letter becomes a file.") var folder: String

    func run() async throws {
      let outbox = try Outbox(.file(file, list: "outbox"), isShared: true)
      try await outbox.sendWaiting(to: Mailbox(folder: folder), clock: .continuous)
      print("\(try outbox.letters(in: .sent).count) letters are sent.")
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints what lies where.")
    @Argument(help: "The file of the outbox.") var file: String

    func run() throws {
      let outbox = try Outbox(.file(file, list: "outbox"), isShared: true)
      for tray in Tray.allCases {
        for letter in try outbox.letters(in: tray) { print("\(tray): \(letter.text)") }
      }
    }
  }
}

/// A folder that takes a letter as a file with its identifier as its name, and so takes it once however often it comes.
struct Mailbox: Recipient {
  let folder: String

  func take(_ letter: Letter) async throws {
    let path = URL(fileURLWithPath: folder).appendingPathComponent(letter.id)
    try Data(letter.text.utf8).write(to: path, options: .atomic)
  }
}
