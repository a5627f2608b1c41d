#if Web
  import Hummingbird
  import HummingbirdCore
  import Roster
  import RosterComponentLists
  import RosterComponents
  import RosterPages
  import RosterTestKit
  import RosterWeb
  import RosterWidgets
  import Testing

  /// The examples of the article about serving a list.
  @Suite(.timeLimit(.minutes(10))) struct ServedListExampleTests {
    struct TaskRow: Component, Equatable {
      enum Message: Sendable {
        case done
      }

      let title: String

      func body(_ scope: Scope<Self>) -> Node<Message> {
        ViewNode("box") {
          Text(title)
          Button("done", action: scope.send("done") { .done })
        }
      }
    }

    typealias TaskList = ComponentList<String, String, TaskRow.Message>

    // begin example
    static func openTasks(at path: String) throws -> TaskList {
      var configuration = DataSourceConfiguration()
      configuration.components.environment.style = .page
      return try ComponentList(
        .file(path, list: "tasks"), configuration: configuration
      ) { title, _ in
        TaskRow(title: title)
      }
    }
    // end example

    // begin example
    static func site(of tasks: TaskList) -> ListSite {
      let site = ListSite(title: "Lists of the house")
      site.add(tasks, named: "tasks", title: "Tasks", allowsEdits: true) { .string($0) }
      return site
    }
    // end example

    // begin example
    static func serve(_ site: ListSite) async throws {
      let server = WebServer(site, configuration: WebServerConfiguration(port: 8080))
      try await server.run { url in print(url) }
    }
    // end example

    // begin example
    static func removeDoneTasks(from tasks: TaskList) async throws {
      for await message in tasks.messages() {
        guard let item = message.item, let path = try tasks.snapshot.path(of: item) else {
          continue
        }
        try await tasks.apply(Changeset { $0.removeItem(at: path) })
      }
    }
    // end example

    private static func application(_ site: ListSite) -> some ApplicationProtocol {
      // begin example
      let router = Router()
      router.get("/health") { _, _ in "well" }
      let application = Application(
        router: router, server: .roster(site, configuration: WebServerConfiguration()),
        configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
      // end example
      return application
    }

    /// Opens a list with two tasks in a folder.
    private static func open(in folder: TemporaryFolder) async throws -> TaskList {
      let tasks = try openTasks(at: folder.path(of: "tasks.sqlite"))
      try await tasks.apply(
        Changeset {
          $0.insertSection(at: 0)
          $0.insertItems(["Water the plants", "Read"], at: ItemPath(section: 0, item: 0))
        })
      return tasks
    }

    @Test func tasksAreRemovedFromThePage() async throws {
      let folder = try TemporaryFolder()
      let tasks = try await Self.open(in: folder)
      let batches = try tasks.batches()
      let removing = Task { try await Self.removeDoneTasks(from: tasks) }
      let site = Self.site(of: tasks)
      let session = try site.openSession(at: ["lists", "tasks", "feed"])
      try session.receive(Array(#"{"hello":[1],"first":0,"count":9}"#.utf8))
      let tap = #"{"id":1,"event":{"row":"i1","view":[0,1],"name":"tap","values":[]}}"#
      try session.receive(Array(tap.utf8))
      for try await batch in batches where batch.target.itemCount == 1 { break }
      #expect(try tasks.snapshot.model(at: ItemPath(section: 0, item: 0)) == "Read")
      session.close()
      site.close()
      await tasks.close()
      try await removing.value
    }

    @Test func tasksHaveAPage() async throws {
      let folder = try TemporaryFolder()
      let tasks = try await Self.open(in: folder)
      let site = Self.site(of: tasks)
      let server = WebServer(site, configuration: WebServerConfiguration())
      let (ports, continuation) = AsyncStream<Int>.makeStream()
      let serving = Task {
        defer { continuation.finish() }
        try await server.run { url in
          continuation.yield(url.split(separator: ":").last.flatMap { Int($0.dropLast()) } ?? 0)
        }
      }
      var iterator = ports.makeAsyncIterator()
      let port = try #require(await iterator.next())
      let client = try await RawClient(port: port)
      let body = await client.ask("GET", "/lists/tasks")?.body
      #expect(body?.contains("<title>Tasks</title>") == true)
      #expect(body?.contains("Water the plants") == true)
      serving.cancel()
      try await serving.value
      site.close()
      await tasks.close()
    }
  }
#endif
