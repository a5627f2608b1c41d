import Foundation
import GRDB
import Roster
import RosterDerived
import RosterGRDB
import RosterStore
import RosterTestKit
import Testing

@testable import roster_todo

@Suite("An application with tables and lists")
struct TodoTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "todos.sqlite")
  }

  private func titles(_ lists: TodoLists) async throws -> [String] {
    try await lists.all().map(\.title)
  }

  /// Runs a command with the file as its first argument.
  private func command(_ arguments: [String]) throws -> ProgramOutcome {
    try ProgramOutcome(of: "roster-todo", [arguments[0], path] + arguments.dropFirst())
  }

  @Test func todosAreAddedDraggedFinishedAndRemoved() async throws {
    let lists = try TodoLists(path: path)
    var ids: [Int64] = []
    for title in ["milk", "bread", "tea"] { ids.append(try await lists.add(title, tag: "shop")) }
    #expect(try await lists.move(ids[2], before: ids[0]))
    #expect(try await titles(lists) == ["tea", "milk", "bread"])
    #expect(try await lists.finish(ids[1]))
    #expect(try await lists.remove(ids[0]))
    #expect(try await !lists.remove(ids[0]))
    #expect(try await !lists.finish(ids[0]))
    #expect(try await !lists.move(ids[0], before: ids[1]))
    #expect(try await lists.all().map(\.line) == ["3 [ ] tea", "2 [x] bread"])
    await lists.close()
  }

  @Test func tagsAndSearchFollowWhateverWritesTheTable() async throws {
    let lists = try TodoLists(path: path)
    let (byTag, found) = (try lists.byTag(), try lists.found("mil", by: "test"))
    _ = try await lists.add("oat milk", tag: "shop")
    _ = try await lists.add("call Ada")
    // As a shell does, which knows of no list.
    var configuration = Configuration()
    // The lists that follow the additions may still write.
    configuration.busyMode = .timeout(5)
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.write {
      try $0.execute(sql: "INSERT INTO todo (title, tag) VALUES ('mill', 'shop')")
    }
    try await lists.todos.bringUpToDate()
    try await byTag.bringUpToDate()
    try await found.bringUpToDate()
    let sections = try byTag.list.snapshot.contents().sections
    #expect(sections.map(\.model) == ["", "shop"])
    #expect(sections.map { $0.items.map(\.title) } == [["call Ada"], ["mill", "oat milk"]])
    #expect(try found.list.snapshot.models().map(\.title).sorted() == ["mill", "oat milk"])
    // It stands behind those that have a place, and goes as they do.
    #expect(try await titles(lists) == ["oat milk", "call Ada", "mill"])
    #expect(try await lists.remove(3))
    #expect(try await titles(lists) == ["oat milk", "call Ada"])
    await found.close()
    try lists.forgetSearch(by: "test")
    #expect(try lists.roster.store.lists().map(\.name) == ["by tag", "order", "todo"])
    await byTag.close()
    await lists.close()
  }

  @Test func theCommandsAreThoseOfAPerson() async throws {
    func run(_ arguments: String...) throws -> [String] {
      let outcome = try command(arguments)
      return outcome.exitCode == 0 ? outcome.lines : ["exit \(outcome.exitCode ?? -1)"]
    }
    #expect(try run("add", "milk", "--tag", "shop") == ["1"])
    #expect(try run("add", "call Ada") == ["2"])
    #expect(try run("move", "2", "--before", "1") == [])
    #expect(try run("done", "2") == [])
    #expect(try run("show") == ["2 [x] call Ada", "1 [ ] milk"])
    #expect(try run("show", "--by-tag") == ["shop:", "  1 [ ] milk"])
    #expect(try run("show", "--search", "ADA") == ["2 [x] call Ada"])
    #expect(try run("widget") == ["1 open: milk"])
    #expect(try run("remove", "7") == ["exit 1"])
    #expect(try run("remove", "1") == [])
    #expect(try run("widget") == ["0 open: "])
  }

  @Test func aTodoCannotActUponTheTerminal() throws {
    let hostile = "x\u{1B}[31m\nline \u{202E}y"
    let shown = #"x\u001b[31m\nline \u202ey"#
    #expect(try command(["add", hostile, "--tag", hostile]).output == "1\n")
    #expect(try command(["show"]).output == "1 [ ] \(shown)\n")
    #expect(try command(["show", "--by-tag"]).output == "\(shown):\n  1 [ ] \(shown)\n")
    #expect(try command(["show", "--search", "line"]).output == "1 [ ] \(shown)\n")
    #expect(try command(["widget"]).output == "1 open: \(shown)\n")
    let window = try ChildProgram("roster-todo", ["watch", path])
    window.wait(forLines: 1)
    window.kill()
    #expect(try window.lines().first == "1 [ ] \(shown)")
  }

  @Test func whatCannotBeDoneEndsAsOtherCommandsDo() throws {
    let both = try command(["show", "--by-tag", "--search", "milk"])
    #expect(both.exitCode == 2)
    #expect(both.errors.hasPrefix("roster-todo: Todos are shown by their tags or searched"))
    let wrong = try command(["done", "milk"])
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.hasPrefix("roster-todo: "), "\(wrong.errors)")
    #expect(!FileManager.default.fileExists(atPath: path))
    let missing = try command(["remove", "7"])
    #expect(missing.exitCode == 1)
    #expect(missing.errors == "roster-todo: there is no todo 7\n")
    #expect(try command(["show", "--help"]).exitCode == 0)
  }

  @Test func aFileThatIsNoDatabaseIsNamed() throws {
    try folder.write(String(repeating: "Dear diary. ", count: 400), to: "todos.sqlite")
    let outcome = try command(["show"])
    #expect(outcome.exitCode == 4)
    #expect(outcome.errors == "roster-todo: \(path): file is not a database\n")
  }

  /// With SQLCipher in the place of SQLite, the file is encrypted. Without it nothing is written.
  @Test func aPassphraseEncryptsTheFileOrIsRefused() async throws {
    let secret = try folder.write("it's a secret\r\nand a second line\n", to: "secret")
    for file in [
      folder.path(of: "none"), try folder.write("\nit's a secret\n", to: "empty line"),
      try folder.write("it's\0a secret\n", to: "with a NUL"),
    ] {
      let refused = try command(["show", "--passphrase", file])
      #expect(refused.exitCode == 2)
      #expect(refused.errors == "roster-todo: \(file): there is no passphrase to read\n")
    }
    let isEncrypting = try await DatabaseQueue().read { db in
      try String.fetchOne(db, sql: "PRAGMA cipher_version") != nil
    }
    let added = try command(["add", "milk", "--passphrase", secret])
    guard isEncrypting else {
      #expect(added.exitCode == 4)
      #expect(
        added.errors
          == "roster-todo: \(path): the SQLite of this program encrypts nothing; link it with SQLCipher\n"
      )
      #expect((try? Data(contentsOf: URL(filePath: path)))?.isEmpty ?? true)
      return
    }
    #expect(added.output == "1\n")
    let lists = try TodoLists(path: path, passphrase: "it's a secret")
    _ = try await lists.add("bread")
    #expect(try await titles(lists) == ["milk", "bread"])
    #expect(try lists.roster.store.check() == [])
    for suffix in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(filePath: path + suffix))
      #expect(bytes.range(of: Data("milk".utf8)) == nil)
      #expect(bytes.range(of: Data("SQLite format".utf8)) == nil)
    }
    await lists.close()
    #expect(try command(["show", "--passphrase", secret]).lines == ["1 [ ] milk", "2 [ ] bread"])
    #expect(try command(["show"]).exitCode == 4)
  }

  /// Two windows write, of which one shows the todos by tags, a third one watches, and all are killed; a widget reads
  /// beside them. What was said is there, the order has exactly the rows, and the list by tags those that are open.
  @Test(arguments: 1...6)
  func nothingThatWasSaidIsLost(round: Int) async throws {
    var random = SplitMix64(seed: UInt64(round))
    var said: [String] = []
    // GRDB's migrator looks first and locks then, so the first window is opened alone.
    await (try TodoLists(path: path)).close()
    for part in 0..<3 {
      let writers = try (1...2).map {
        try ChildProgram(
          "roster-todo",
          ["work", path, "--name", "window \(part).\($0)"] + ($0 == 1 ? ["--by-tag"] : []))
      }
      let window = try ChildProgram("roster-todo", ["watch", path])
      window.wait(forLines: 1)
      for writer in writers { writer.wait(forLines: 5 + random.index(below: 20)) }
      let widget = try command(["widget"])
      #expect(widget.exitCode == 0 && widget.output.contains(" open: "), "\(widget.errors)")
      for child in writers + [window] { child.kill() }
      for writer in writers { said += try writer.lines() }
      #expect(try window.lines().contains { $0.contains("] window ") || part == 0 })

      let lists = try TodoLists(path: path)
      try await lists.todos.bringUpToDate()
      let todos = try await lists.all()
      let keys = try lists.order.snapshot.models()
      #expect(todos.compactMap(\.id) == keys, "round \(round): each place has its row")
      let rows = try await lists.pool.read { try Todo.fetchAll($0) }
      #expect(rows.count == keys.count, "round \(round): each row has its place")
      #expect(lists.todos.list.snapshot.itemCount == rows.count)
      func numbers(_ word: String) -> Set<Int64> {
        Set(said.filter { $0.hasPrefix(word) }.compactMap { Int64($0.dropFirst(word.count + 1)) })
      }
      let present = Set(keys)
      let gone = numbers("added").subtracting(present)
      // A removal may have been stored and not said.
      #expect(gone.subtracting(numbers("removed")).count <= 2 * (part + 1), "round \(round)")
      #expect(numbers("removed").isDisjoint(with: present), "round \(round)")
      let byTag = try lists.byTag()
      try await byTag.bringUpToDate()
      let shown = try byTag.list.snapshot.contents().sections
      #expect(shown.map(\.model) == Set(todos.filter { !$0.isDone }.map(\.tag)).sorted())
      #expect(
        Set(shown.flatMap { $0.items.compactMap(\.id) })
          == Set(todos.filter { !$0.isDone }.compactMap(\.id)), "round \(round)")
      await byTag.close()
      let finished = Set(todos.filter(\.isDone).compactMap(\.id))
      #expect(numbers("done").intersection(present).isSubset(of: finished), "round \(round)")
      #expect(try lists.roster.store.check() == [])
      await lists.close()
    }
  }
}
