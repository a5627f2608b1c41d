package import RosterComponents
package import RosterJSON
internal import RosterLayout
internal import RosterWidgets

/// The columns in which the rows of a list are shown; `nil` if a template shows them.
package enum ShownColumns: ComponentEnvironmentKey {
  package static var defaultValue: [RowColumns.Column]? { nil }
}

/// A row of a list of JSON values: as a template shows it, or as a line of a table while there are columns.
package struct BrowsedRow: Component, Equatable {
  /// The name of its kind of component.
  package static let typeName = "Roster.BrowsedRow"

  private let model: JSONValue
  private let template: RowTemplate

  /// Makes the row of a model.
  package init(_ model: JSONValue, _ template: RowTemplate) {
    (self.model, self.template) = (model, template)
  }

  /// Returns the line of a table, or the lines of the template.
  package func body(_ scope: Scope<Self>) -> Node<Never> {
    if let columns = scope.environment(ShownColumns.self) {
      TableRow(model, columns)
    } else {
      TemplateRow(model, template)
    }
  }
}

/// A row of a list of JSON values as a line of a table.
package struct TableRow: Component, Equatable {
  /// The name of its kind of component.
  package static let typeName = "Roster.TableRow"

  /// A value in its column.
  package struct Cell: Hashable, Sendable {
    package let text: String
    package let width: Int
    package let isNumber: Bool
  }

  package let cells: [Cell]

  /// Makes the row of a model. A model that is no object stands in all columns.
  package init(_ model: JSONValue, _ columns: [RowColumns.Column]) {
    guard case .object = model else {
      let gaps = RowColumns.gap * max(0, columns.count - 1)
      cells = [
        Cell(
          text: model.plainText(named: ""), width: columns.reduce(gaps) { $0 + $1.width },
          isNumber: false)
      ]
      return
    }
    cells = columns.map {
      Cell(text: $0.text(of: model), width: $0.width, isNumber: $0.isNumber)
    }
  }

  /// Makes the row that names the columns.
  package init(namesOf columns: [RowColumns.Column]) {
    cells = columns.map { Cell(text: $0.name, width: $0.width, isNumber: $0.isNumber) }
  }

  /// Returns the cells beside each other, each of one line.
  package func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("box") {
      for (index, cell) in cells.enumerated() {
        ViewNode("box") {
          Text(cell.text, index == 0 ? .headline : .body).lines(1)
            .alignment(cell.isNumber ? .end : .start)
        }
        .width(.points(Double(cell.width)))
        .shrink(0)
      }
    }
    .direction(.row)
    .gap(.points(Double(RowColumns.gap)))
    .padding(Edges(vertical: 0, horizontal: .points(Double(TemplateRow.indentation))))
    .minHeight(.points(1))
  }
}
