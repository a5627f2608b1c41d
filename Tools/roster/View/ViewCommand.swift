public import ArgumentParser
import Foundation
public import RosterBrowsing
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
public import RosterTerminal

extension RowTemplate: ExpressibleByArgument {
  /// Reads a template from the command line.
  public init?(argument: String) { try? self.init(argument) }
}

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Look at a list in the terminal, live, whoever writes it.",
    discussion: """
      The rows are shown by a template, which is guessed from their models, or given:

        --template '# {title}\\n{author.name}: {text}\\n~ {likes} likes'

      A line that begins with "# " is a heading, one with "~ " has details. Braces name a value by its \
      keys with dots between them, by a JSON pointer, or the whole model: {.}

      Keys: the arrows, page up and down, home and end; return shows the whole model of a row. / searches, \
      n and N go to the next and to the previous match, : goes to an item by its number. u and r undo and \
      redo, [ and ] go back and forth in time, escape returns to the present. ? shows this, q leaves.

      The database is only read, except by u and r. If the output is no terminal, the list is printed once.
      """)

  @OptionGroup var options: DatabaseOptions

  @Option(help: "How items are shown.")
  var template: RowTemplate?

  @Option(help: "How headers of sections are shown.")
  var header: RowTemplate?

  @Flag(help: "Print the templates that would be used, and end.")
  var printTemplates = false

  @Option(help: "The colours of the terminal: dark, light or highContrast.")
  var theme = TerminalOptions.Theme.dark

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @OptionGroup var logOptions: LogOptions

  @MainActor
  func run() async throws {
    let file = try options.openList()
    let templates = try templates(of: ListDataSource(json: file).snapshot)
    if printTemplates {
      print(
        "--template '\(templates.items.description.safe)' "
          + "--header '\(templates.headers.description.safe)'")
      return
    }
    let environment = ProcessInfo.processInfo.environment
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      let columns = environment["COLUMNS"].flatMap { Int($0) } ?? 80
      return try PlainView(file, templates, columns: max(10, columns)).print()
    }
    let screen: TerminalScreen
    do {
      screen = try TerminalScreen(
        environment: environment,
        options: TerminalOptions(
          characters: ascii ? .ascii : .unicode, theme: theme, selectsRows: true))
    } catch {
      throw CommandFailure(ExitStatus.input, "\(error)")
    }
    defer { screen.end() }
    var configuration = logOptions.configuration(list: file.name)
    configuration.isShared = true
    try await ViewSession(options, file, screen, templates, configuration).run()
  }

  /// The given templates, and guessed ones for those that were not given.
  private func templates(
    of snapshot: ListSnapshot<JSONValue, JSONValue>
  ) throws -> ViewTemplates {
    var items: [JSONValue] = []
    for section in 0..<snapshot.state.sectionCount where items.count < RowTemplate.sampleCount {
      items += try snapshot.models(inSection: section, 0..<RowTemplate.sampleCount)
    }
    let sections = try (0..<min(snapshot.state.sectionCount, RowTemplate.sampleCount))
      .compactMap { try snapshot.sectionModel(at: $0) }
    return ViewTemplates(
      items: template ?? RowTemplate(guessedFrom: items),
      headers: header ?? RowTemplate(guessedFrom: sections))
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
