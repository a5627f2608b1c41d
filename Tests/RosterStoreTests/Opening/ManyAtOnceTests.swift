import Foundation
import Migrations
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Opening: many at once", .serialized)
struct ManyAtOnceTests {
  /// Opens one file in several processes at once; each commits to one of two lists.
  private func openInProcesses(_ path: String, count: Int = 4) throws {
    let pipe = path + ".begin"
    #expect(mkfifo(pipe, 0o600) == 0)
    let children = try (0..<count).map {
      try ChildProgram(.store, ["create", path, "new \($0)", pipe])
    }
    for child in children { child.wait(forLines: 1) }
    let descriptor = open(pipe, O_WRONLY)
    defer { close(descriptor) }
    for child in children { #expect(try child.lines() == ["ready"]) }
    let store = try SQLiteStore(path: path)
    let new = try store.lists().filter { $0.name.hasPrefix("new ") }
    #expect(new.map(\.name) == (0..<count).map { "new \($0)" })
    #expect(new.allSatisfy { $0.revision == 1 })
    #expect(try store.check() == [])
    try store.close()
  }

  @Test func processesThatCreateOneFileAllSucceed() throws {
    for _ in 0..<12 {
      let folder = try TemporaryFolder()
      try openInProcesses(folder.path())
    }
  }

  @Test(arguments: 1..<Migration.all.count)
  func processesThatBringOneFileUpToDateAllSucceed(format: Int) throws {
    for _ in 0..<3 {
      let folder = try TemporaryFolder(format: format)
      try openInProcesses(folder.path())
    }
  }

  @Test func connectionsThatCreateOneFileAllSucceed() async throws {
    for _ in 0..<12 {
      let folder = try TemporaryFolder()
      let path = folder.path()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            let store = try SQLiteStore(
              path: path, configuration: SQLiteConfiguration(busyTimeout: 60))
            let list = try #require(try store.list(named: "list \(number % 4)"))
            _ = try list.load()
            try store.close()
          }
        }
        try await group.waitForAll()
      }
      let store = try SQLiteStore(path: path)
      #expect(try store.lists().count == 4)
      #expect(try store.check() == [])
    }
  }

  @Test func readersOfAFileThatIsBeingCreatedSeeItWholeOrEmpty() throws {
    for _ in 0..<4 {
      let folder = try TemporaryFolder()
      let pipe = folder.path(".begin")
      #expect(mkfifo(pipe, 0o600) == 0)
      let children = try (0..<2).map {
        try ChildProgram(.store, ["create", folder.path(), "new \($0)", pipe])
      }
      for child in children { child.wait(forLines: 1) }
      let descriptor = open(pipe, O_WRONLY)
      defer { close(descriptor) }
      while children.contains(where: { $0.process.isRunning }) {
        do {
          let store = try SQLiteStore(
            path: folder.path(), configuration: SQLiteConfiguration(isReadOnly: true))
          #expect(try store.check() == [])
          try store.close()
        } catch {
          // Not there yet, or empty.
          #expect([.unreadable, .notADatabase].contains(error.code), "\(error)")
          #expect(
            error.message.contains("no such file") || error.message.contains("empty"), "\(error)")
        }
      }
      for child in children { #expect(try child.lines() == ["ready"]) }
    }
  }

  /// A process that closes a file considers itself the last one if no other process has a lock on
  /// it. It then removes the log, and commits in the log are lost.
  @Test func openingAFileTwiceInOneProcessLeavesTheLocksOfTheFirst() throws {
    try withStore { temporary in
      let list = try temporary.list()
      var state = try list.commit(newSection(["a"]), on: list.load())
      try SQLiteStore(path: temporary.path).close()
      let answer = try ChildProgram(.store, ["visit", temporary.path]).lines()
      #expect(answer == ["opened: main 1"])
      #expect(contents(temporary.path + "-wal") != nil)
      state = try list.commit(Changeset(), on: state)
      let seen = try ChildProgram(.store, ["visit", temporary.path]).lines()
      #expect(seen == ["opened: main 2"])
      try temporary.reopen()
      #expect(try temporary.list().load().revision == state.revision)
    }
  }
}
