public import ArgumentParser
import Foundation
import RosterPages
import RosterCore
import RosterEngine
import RosterJSON
public import RosterTerminal
import RosterText

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Look at a list in the terminal, live, while other programs write it.",
    discussion: """
      The rows are shown by a template, which is guessed from their models, or given:

        --template '# {title}\\n{author.name}: {text}\\n~ {likes} likes'

      A line that begins with "# " is a heading, one with "~ " has details. Braces name a value by its \
      keys with dots between them, by a JSON pointer, or the whole model: {.}

      Keys: the arrows, page up and down, home and end; return shows the whole model of a row. / searches, \
      n and N go to the next and to the previous match, : goes to an item by its number. u and r undo and \
      redo the present, [ and ] go back and forth in time, escape returns to it. ? shows this, q leaves.

      The database is only read, except by u and r. If the output is no terminal, the list is printed once.
      """)

  @OptionGroup var options: DatabaseOptions

  @Option(help: "How items are shown.", transform: { try RowTemplate($0) })
  var template: RowTemplate?

  @Option(help: "How headers of sections are shown.", transform: { try RowTemplate($0) })
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
    let list = try options.openList()
    let snapshot = try ListDataSource(json: list.storage).snapshot
    let templates = try templates(of: snapshot)
    if printTemplates {
      print("--template \(quoted(templates.items)) --header \(quoted(templates.headers))")
      return
    }
    let environment = ProcessInfo.processInfo.environment
    guard TerminalScreen.isAvailable else {
      let columns = environment["COLUMNS"].flatMap { Int($0) } ?? 80
      return try PlainView(snapshot, templates, columns: min(max(10, columns), 2_000)).print()
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
    var configuration = logOptions.configuration(list: list.name)
    configuration.isShared = true
    try await ViewSession(options, list, screen, templates, configuration).run()
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
    return ViewTemplates(
      items: try template ?? RowTemplate(guessedFrom: snapshot.sampledModels()),
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
