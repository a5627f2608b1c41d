import Roster
import RosterComponentLists
import RosterComponents
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterTestKit
import RosterWidgets
import Testing

/// The examples of the article about showing a list.
@Suite struct ShownListExampleTests {
  // Another example has a button of its own.
  typealias Button = RosterWidgets.Button

  // begin example
  struct TaskRow: Component, Equatable {
    enum Message: Sendable {
      case done
    }

    let title: String

    func body(_ scope: Scope<Self>) -> Node<Message> {
      ViewNode("box") {
        Text(title).lines(1)
        Button("done", action: scope.send("done") { .done })
      }
      .direction(.row).justifyContent(.spaceBetween)
    }
  }
  // end example

  typealias TaskList = ComponentList<String, String, TaskRow.Message>

  // begin example
  static func openTasks(at path: String, columns: Double) throws -> TaskList {
    var configuration = DataSourceConfiguration()
    configuration.components.layout = .columns(columns)
    return try ComponentList(
      .file(path, list: "tasks"), configuration: configuration
    ) { title, _ in
      TaskRow(title: title)
    }
  }
  // end example

  // begin example
  @MainActor
  static func show(_ tasks: TaskList, on screen: TerminalScreen) async throws {
    var configuration = PresenterConfiguration(size: screen.host.size)
    configuration.layout = { .columns($0.width) }
    let presenter = try ListPresenter(
      tasks, in: screen.host.root, of: screen.host, configuration)
    presenter.onUpdate = { _ in try? screen.flush() }
    let following = Task { try await presenter.run() }
    defer { following.cancel() }
    while let event = await screen.nextEvent(), event != .quit {
      switch event {
      case .scrolled(_, let offset): try presenter.userScrolled(to: offset)
      case .resized(let size): try presenter.resize(to: size)
      case .view(let view, let event, let values):
        presenter.handle(event, of: view, values: values)
      default: break
      }
      try screen.flush()
    }
  }
  // end example

  @MainActor @Test func rowsOfAListAreShownAndDoWhatTheyAreFor() async throws {
    let folder = try TemporaryFolder()
    let tasks = try Self.openTasks(at: folder.path(of: "tasks.sqlite"), columns: 30)
    try await tasks.apply(
      Changeset {
        $0.insertSection(at: 0)
        $0.insertItems(["Water the plants", "Read"], at: ItemPath(section: 0, item: 0))
      })
    let host = TerminalHost(size: Size(width: 30, height: 5))
    let presenter = try ListPresenter(
      tasks, in: host.root, of: host, PresenterConfiguration(size: host.size))
    try await presenter.presentPublished()
    #expect(
      host.plainText(width: 30) == """
        Water the plants        [done]
        Read                    [done]

        """)
    // The second button.
    var messages = tasks.messages().makeAsyncIterator()
    #expect(host.moveFocus(.next) && host.moveFocus(.next))
    let button = try #require(host.focusedView)
    #expect(presenter.handle(.tap, of: button) == 1)
    let message = try #require(await messages.next(isolation: #isolation))
    #expect(message.message == .done)
    #expect(try message.item.flatMap { try tasks.snapshot.state.path(of: $0) }?.item == 1)
    presenter.removeAll()
    await tasks.close()
  }
}
