public import ArgumentParser
import Foundation
import RosterPages
import RosterCore
import RosterEngine
import RosterJSON
public import RosterTerminal
import RosterText

struct ViewCommand: AsyncParsableCommand, ListCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Look at a list in the terminal, live, while other programs write it.",
    discussion: """
      The rows are shown by a template, which is guessed from their models, or given:

        --template '# {title}\\n{author.name}: {text}\\n~ {likes} likes'

      A line that begins with "# " is a heading, one with "~ " has details. Braces name a value by its \
      keys with dots between them, by a JSON pointer, or the whole model: {.}

      Keys: the arrows, page up and down, home and end; return shows the whole model of a row, and y copies it. \
      c shows rows as lines of a table, with the columns that tell most, and C chooses them. \
      / searches while you type, n and N go to the next and to the previous match, or to rows with signs while \
      nothing is searched, : goes to an item by its number or its place as 0:6, } and { to the next and previous section. u and r undo and redo the \
      present, [ and ] go back and forth in time, escape returns to it, R restores a row of the past, its section or \
      the list, after it has said what would change. ? shows this, q leaves.

      Signs beside rows say which came, changed or moved while you looked. If the database has several lists, and \
      none is named, they can be chosen.

      The database is only read, except by u, r and R, which do nothing in a list that shows a table or another list, or \
      whose file may only be read, and say so. If the output is no terminal, or one that cannot place its \
      cursor (TERM=dumb), the list is printed once.
      """)

  @OptionGroup var options: DatabaseOptions

  @Option(help: "How items are shown.", transform: { try RowTemplate($0) })
  var template: RowTemplate?

  @Option(help: "How headers of sections are shown.", transform: { try RowTemplate($0) })
  var header: RowTemplate?

  @Flag(help: "Begin with rows as lines of a table: c changes to and fro.")
  var columns = false

  @Flag(help: "Print the templates that would be used, and end.")
  var printTemplates = false

  @Option(help: "The colours of the terminal: dark, light or highContrast.")
  var theme = TerminalOptions.Theme.dark

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @OptionGroup var logOptions: LogOptions

  @MainActor
  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard !printTemplates, TerminalScreen.isAvailable(environment: environment) else {
      return try printOnce(width: environment["COLUMNS"].flatMap { Int($0) } ?? 80)
    }
    var screen: TerminalScreen?
    defer { screen?.end() }
    var isLeftForAnother = false
    repeat {
      var options = options
      let lists =
        try options.list == nil
        ? DatabasePlace(options.database).open(isReadOnly: true).lists() : []
      if lists.count > 1 {
        let picking = try screen ?? makeScreen(environment)
        screen = picking
        let picker = ListPicker(lists, title: options.fileName, on: picking)
        guard let name = try await picker.choose() else { return }
        options.list = name
      }
      // Where nothing is to be chosen, what is wrong is named before the screen is taken.
      let list = try options.openList(showsRows: true)
      let templates = try templates(of: ListDataSource(json: list.storage).snapshot)
      let viewing = try screen ?? makeScreen(environment)
      screen = viewing
      var configuration = logOptions.configuration(list: list.name)
      configuration.isShared = true
      let session = try ViewSession(
        options, list, viewing, templates, configuration, showsColumns: columns,
        isChosen: lists.count > 1)
      isLeftForAnother = try await session.run()
    } while isLeftForAnother
  }

  private func printOnce(width: Int) throws {
    let list = try options.openList(showsRows: true)
    let snapshot = try ListDataSource(json: list.storage).snapshot
    let templates = try templates(of: snapshot)
    if printTemplates {
      print("--template \(quoted(templates.items)) --header \(quoted(templates.headers))")
      return
    }
    if snapshot.itemCount == 0 {
      StandardStreams.complain(
        "roster: \(options.place): the list \(list.name.inQuotes) has no items")
    }
    try PlainView(
      snapshot, templates, width: min(max(10, width), 2_000), showsColumns: columns
    ).print()
  }

  @MainActor
  private func makeScreen(_ environment: [String: String]) throws -> TerminalScreen {
    do {
      return try TerminalScreen(
        environment: environment,
        options: TerminalOptions(
          characters: ascii ? .ascii : .unicode, theme: theme, selectsRows: true))
    } catch {
      throw CommandFailure(ExitStatus.input, "\(error)")
    }
  }

  /// A template as a word of a shell.
  private func quoted(_ template: RowTemplate) -> String {
    let text = template.description.safe.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + text.joined(separator: "'\\''") + "'"
  }

  /// The given templates, and guessed ones for those that were not given.
  private func templates(
    of snapshot: ListSnapshot<JSONValue, JSONValue>
  ) throws -> ViewTemplates {
    let sections = try (0..<min(snapshot.state.sectionCount, RowTemplate.sampleCount))
      .compactMap { try snapshot.sectionModel(at: $0) }
    let samples = try snapshot.sampledModels()
    let fields = RowFields(samples)
    let columns = fields.map { RowColumns($0, samples, measuring: terminalColumns) }
    return ViewTemplates(
      items: template ?? RowTemplate(fields),
      headers: header ?? RowTemplate(guessedFrom: sections), fields: fields, columns: columns)
  }
}

extension TerminalOptions.Theme: ExpressibleByArgument {
  /// Reads the name of a theme.
  public init?(argument: String) {
    guard let theme = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
    self = theme
  }

  /// The names of all themes.
  public static var allValueStrings: [String] { allCases.map { "\($0)" } }
}
