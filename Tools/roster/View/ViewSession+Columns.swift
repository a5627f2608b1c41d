import RosterComponentLists
import RosterComponents
import RosterEngine
import RosterLayout
import RosterMounting
import RosterPages
import RosterTerminal

/// Rows as lines of a table.
extension ViewSession {
  /// The columns that fit into the screen; `nil` if rows are shown by the template.
  var shownColumns: [RowColumns.Column]? {
    columns.isShown ? Self.fitting(templates, screen, columns.chosen) : nil
  }

  static func fitting(
    _ templates: ViewTemplates, _ screen: TerminalScreen, _ chosen: Set<String>?
  ) -> [RowColumns.Column]? {
    let width = Int(screen.host.size.width) - 2 * TemplateRow.indentation
    return templates.columns?.columns(fitting: width, chosen: chosen)
  }

  /// Shows rows as lines of a table, or as the template shows them if they are.
  func toggleColumns() async throws {
    guard templates.columns != nil else { return message = Self.noColumns }
    columns.isShown.toggle()
    try await showColumns()
  }

  /// Shows rows in the columns that fit and are wanted by now.
  func showColumns() async throws {
    let wanted = shownColumns
    let names = wanted.map { TerminalLine(namesOf: $0) }
    if screen.columnNames != names {
      screen.columnNames = names
      try shown?.presenter.resize(to: screen.host.size)
    }
    let lists = [live] + (shown.map { $0.list === live ? [] : [$0.list] } ?? [])
    for list in lists {
      var environment = list.environment()
      guard environment[ShownColumns.self] != wanted else { continue }
      environment[ShownColumns.self] = wanted
      try await list.apply(.configuration(.environment(environment)))
    }
  }

  // MARK: Choosing

  /// Lets the user choose columns.
  func beginChoosing() {
    guard let names = templates.columns?.names, !names.isEmpty else {
      return message = Self.noColumns
    }
    columns.isChoosing = true
    screen.openText(choices(names), choosing: true)
  }

  /// Shows the column of a line, or hides it if it is shown.
  func chooseColumn(at index: Int) async throws {
    guard columns.isChoosing, let names = templates.columns?.names, names.indices.contains(index)
    else { return }
    message = nil
    var chosen = columns.chosen ?? Set(Self.fitting(templates, screen, nil)?.map(\.name) ?? [])
    if chosen.remove(names[index]) == nil { chosen.insert(names[index]) }
    columns.chosen = chosen
    columns.isShown = true
    try await showColumns()
    screen.openText(choices(names), choosing: true, at: index)
    let hidden = chosen.intersection(names).count - shownNames.intersection(names).count
    if hidden > 0 {
      message = "\(hidden.counting("chosen column")) \(hidden == 1 ? "has" : "have") no room"
    }
  }

  private var shownNames: Set<String> {
    Set(Self.fitting(templates, screen, columns.chosen)?.map(\.name) ?? [])
  }

  /// The members that may be columns, with signs before those that are.
  private func choices(_ names: [String]) -> [String] {
    let marked = columns.chosen ?? shownNames
    return names.map { "[\(marked.contains($0) ? "x" : " ")] \($0)" }
  }

  private static let noColumns = "the rows of this list have no members that could be columns"
}

extension TerminalLine {
  /// Makes the line that names some columns.
  init(namesOf columns: [RowColumns.Column]) {
    let names = TableLine(TableRow(namesOf: columns)).text
    self.init([Part(names, color: "secondaryText", isBold: true)])
  }
}
