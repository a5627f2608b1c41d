import ArgumentParser
import Foundation
import Roster
import RosterDerived
import RosterGRDB

/// Todos in a GRDB database: an example of an application whose lists lie beside its own tables.
@main
struct TodoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-todo",
    abstract: "Keeps todos in a table, shown as lists.",
    discussion:
      "Several may have the same file open: windows (watch), a widget, and a shell that writes the table todo.",
    subcommands: [
      Add.self, Done.self, Remove.self, Move.self, Show.self, Watch.self, Widget.self, Work.self,
    ])

  struct File: ParsableArguments {
    @Argument(help: "The database, which is made if it is not there.") var file: String

    func open() throws -> TodoLists { try TodoLists(path: file) }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Adds a todo.")
    @OptionGroup var file: File
    @Argument(help: "What is to be done.") var title: String
    @Option(help: "Under which heading it is shown.") var tag = ""

    func run() async throws { print(try await file.open().add(title, tag: tag)) }
  }

  struct Done: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Marks a todo as done.")
    @OptionGroup var file: File
    @Argument(help: "Its number.") var id: Int64

    func run() async throws {
      guard try await file.open().finish(id) else { throw NoSuchTodo() }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Removes a todo.")
    @OptionGroup var file: File
    @Argument(help: "Its number.") var id: Int64

    func run() async throws {
      guard try await file.open().remove(id) else { throw NoSuchTodo() }
    }
  }

  struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Moves a todo before another one.")
    @OptionGroup var file: File
    @Argument(help: "Its number.") var id: Int64
    @Option(help: "The number of the one that is to follow it.") var before: Int64

    func run() async throws {
      guard try await file.open().move(id, before: before) else { throw NoSuchTodo() }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints the todos.")
    @OptionGroup var file: File
    @Flag(help: "Only the open ones, by their tags.") var byTag = false
    @Option(help: "Only those with words that begin so.") var search: String?

    func run() async throws {
      let lists = try file.open()
      if let search {
        let window = "process \(ProcessInfo.processInfo.processIdentifier)"
        let found = try lists.found(search, by: window)
        try await found.bringUpToDate()
        for todo in try found.list.snapshot.models() { print(todo.line) }
        await found.close()
        try lists.forgetSearch(by: window)
      } else if byTag {
        let byTag = try lists.byTag()
        try await byTag.bringUpToDate()
        for section in try byTag.list.snapshot.contents().sections {
          print("\(section.model.flatMap { $0.isEmpty ? nil : $0 } ?? "no tag"):")
          for todo in section.items { print("  \(todo.line)") }
        }
      } else {
        for todo in try await lists.all() { print(todo.line) }
      }
    }
  }

  struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints the todos whenever they have changed, until it is interrupted: a window.")
    @OptionGroup var file: File

    func run() async throws {
      let lists = try file.open()
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
      let open = try await file.open().all().filter { !$0.isDone }
      print("\(open.count) open: \(open.prefix(3).map(\.title).joined(separator: ", "))")
    }
  }

  struct Work: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Changes todos at random, and says what is done: for tests, which kill it.",
      shouldDisplay: false)
    @OptionGroup var file: File
    @Option(help: "What its todos are called.") var name: String

    func run() async throws {
      let lists = try file.open()
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
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// There is no todo of the number.
struct NoSuchTodo: Error, CustomStringConvertible {
  var description: String { "there is no such todo" }
}

extension Todo {
  /// As it is printed: `3 [ ] milk`.
  var line: String { "\(id ?? 0) [\(isDone ? "x" : " ")] \(title)" }
}
