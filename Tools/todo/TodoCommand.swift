import ArgumentParser
import Foundation
import GRDB
import Roster
import RosterCommands
import RosterDerived
import RosterGRDB

/// Todos in a GRDB database: an example of an application whose lists lie beside its own tables.
@main
struct TodoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-todo",
    abstract: "Keeps todos in a table, shown as lists.",
    discussion: """
      Several may have the same file open: windows (watch), a widget, and a shell that writes the table todo.

      Exit codes: 0 good, 1 there is no such todo, 2 wrong usage, 3 output that cannot be written, 4 the database \
      failed.
      """,
    subcommands: [
      Add.self, Done.self, Remove.self, Move.self, Show.self, Watch.self, Widget.self, Work.self,
    ])

  static func main() async { await runToEnd() }

  struct File: ParsableArguments {
    @Argument(help: "The database, which is made if it is not there.") var file: String
    @Option(
      name: .customLong("passphrase"),
      help: ArgumentHelp(
        "A file whose first line is the passphrase of the database.",
        discussion: "The program must have SQLCipher in the place of SQLite.", valueName: "file"))
    var passphraseFile: String?

    /// Opens the lists of the file for a command.
    ///
    /// - Throws: What `body` throws; `CommandFailure` with the file if GRDB cannot use it, whose errors do not name it.
    func withLists<Result>(_ body: (TodoLists) async throws -> Result) async throws -> Result {
      do {
        return try await body(TodoLists(path: file, passphrase: passphrase()))
      } catch let error as DatabaseError {
        throw CommandFailure("\(file): \(error.message ?? error.resultCode.description)", code: 4)
      } catch is TodoLists.NoEncryption {
        throw CommandFailure(
          "\(file): the SQLite of this program encrypts nothing; link it with SQLCipher", code: 4)
      }
    }

    private func passphrase() throws -> String? {
      guard let passphraseFile else { return nil }
      let text = try? String(contentsOfFile: passphraseFile, encoding: .utf8)
      let line = text?.prefix { !$0.isNewline } ?? ""
      // A statement ends at a NUL, and its error would show what stands before.
      if line.isEmpty || line.contains("\0") {
        throw CommandFailure("\(passphraseFile): there is no passphrase to read", code: 2)
      }
      return String(line)
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Adds a todo.")
    @OptionGroup var file: File
    @Argument(help: "What is to be done.") var title: String
    @Option(help: "Under which heading it is shown.") var tag = ""

    func run() async throws {
      let id = try await file.withLists { try await $0.add(title, tag: tag) }
      say("\(id)")
    }
  }

  struct Done: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Marks a todo as done.")
    @OptionGroup var file: File
    @Argument(help: "Its number.") var id: Int64

    func run() async throws {
      let isFound = try await file.withLists { try await $0.finish(id) }
      if !isFound { throw CommandFailure.noSuchTodo(id) }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Removes a todo.")
    @OptionGroup var file: File
    @Argument(help: "Its number.") var id: Int64

    func run() async throws {
      let isFound = try await file.withLists { try await $0.remove(id) }
      if !isFound { throw CommandFailure.noSuchTodo(id) }
    }
  }

  struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Moves a todo before another one.")
    @OptionGroup var file: File
    @Argument(help: "Its number.") var id: Int64
    @Option(help: "The number of the one that is to follow it.") var before: Int64

    func run() async throws {
      let isFound = try await file.withLists { try await $0.move(id, before: before) }
      if !isFound { throw CommandFailure.noSuchTodo(id, before) }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints the todos.")
    @OptionGroup var file: File
    @Flag(help: "Only the open ones, by their tags.") var byTag = false
    @Option(help: "Only those with words that begin so.") var search: String?

    func validate() throws {
      if byTag, search != nil {
        throw ValidationError("Todos are shown by their tags or searched, not both at once.")
      }
    }

    func run() async throws { TodoCommand.write(lines: try await file.withLists(lines)) }

    private func lines(of lists: TodoLists) async throws -> [String] {
      if let search {
        let window = "process \(ProcessInfo.processInfo.processIdentifier)"
        let found = try lists.found(search, by: window)
        try await found.bringUpToDate()
        let todos = try found.list.snapshot.models()
        await found.close()
        try lists.forgetSearch(by: window)
        return todos.map(\.line)
      }
      guard byTag else { return try await lists.all().map(\.line) }
      let byTag = try lists.byTag()
      try await byTag.bringUpToDate()
      return try byTag.list.snapshot.contents().sections.flatMap { section in
        let tag = section.model.flatMap { $0.isEmpty ? nil : $0 } ?? "no tag"
        return ["\(tag):"] + section.items.map { "  \($0.line)" }
      }
    }
  }

  struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints the todos whenever they have changed, until it is interrupted: a window.")
    @OptionGroup var file: File

    func run() async throws { try await file.withLists(watch) }

    private func watch(_ lists: TodoLists) async throws {
      let (rows, places) = (try lists.todos.list.batches(), try lists.order.batches())
      // What comes while a line is read and printed is one line behind it.
      let (changes, change) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      change.yield()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for try await _ in rows { change.yield() } }
        group.addTask { for try await _ in places { change.yield() } }
        group.addTask {
          for await _ in changes { say(try await lists.all().map(\.line).joined(separator: " | ")) }
        }
        try await group.waitForAll()
      }
    }
  }

  struct Widget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints how many todos are open, and the first three of them.")
    @OptionGroup var file: File

    func run() async throws {
      let open = try await file.withLists { try await $0.all().filter { !$0.isDone } }
      say("\(open.count) open: \(open.prefix(3).map(\.title).joined(separator: ", "))")
    }
  }

  struct Work: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Changes todos at random, and says what is done: for tests, which kill it.",
      shouldDisplay: false)
    @OptionGroup var file: File
    @Option(help: "What its todos are called.") var name: String
    @Flag(help: "Whether the window shows the todos by their tags.") var byTag = false

    func run() async throws { try await file.withLists(work) }

    private func work(_ lists: TodoLists) async throws {
      let shown = byTag ? try lists.byTag() : nil
      defer { withExtendedLifetime(shown) {} }
      for number in 0... {
        let ids = try lists.order.snapshot.models()
        let id = ids.randomElement()
        switch (Int.random(in: 0..<6), id) {
        case (0, let id?): if try await lists.remove(id) { say("removed \(id)") }
        case (1, let id?): if try await lists.finish(id) { say("done \(id)") }
        case (2, let id?):
          if let other = ids.randomElement(), other != id {
            if try await lists.move(id, before: other) { say("moved \(id)") }
          }
        default: say("added \(try await lists.add("\(name) \(number)", tag: "\(number % 3)"))")
        }
      }
    }
  }
}

/// Prints a line at once, also into a pipe.
private func say(_ line: String) { TodoCommand.write(lines: [line]) }

extension CommandFailure {
  /// No todo has one of the numbers.
  fileprivate static func noSuchTodo(_ ids: Int64...) -> CommandFailure {
    let numbers = ids.map(String.init).joined(separator: " or ")
    return CommandFailure("there is no todo \(numbers)", code: 1)
  }
}

extension Todo {
  /// As it is printed: `3 [ ] milk`.
  var line: String { "\(id ?? 0) [\(isDone ? "x" : " ")] \(title)" }
}
