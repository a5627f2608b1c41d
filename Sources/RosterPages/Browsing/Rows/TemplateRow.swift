public import RosterComponents
public import RosterJSON
internal import RosterLayout
internal import RosterWidgets

/// A row of a list of JSON values, as a template shows it.
///
/// Long texts are folded: a row has at most ``linesMax`` lines of each text.
public struct TemplateRow: Component, Equatable {
  /// The name of its kind of component.
  public static let typeName = "Roster.TemplateRow"

  /// How many lines of one text a row shows.
  public static let linesMax = 4

  /// The room on both sides of the texts, in columns.
  package static let indentation = 1

  package let lines: [RowTemplate.Line]

  /// Makes the row of a model. A text, a number or a truth value of which the template shows nothing is shown as it is.
  public init(_ model: JSONValue, _ template: RowTemplate) {
    let lines = template.lines(of: model)
    let isUnseen = lines.isEmpty && model.isPlain
    self.lines =
      isUnseen ? [RowTemplate.Line(role: .text, text: model.plainText(named: ""))] : lines
  }

  /// Whether an empty line stands behind the others.
  package var endsWithSpace: Bool { lines.count > 1 }

  private var edges: Edges {
    var edges = Edges(vertical: 0, horizontal: .points(Double(Self.indentation)))
    if endsWithSpace { edges.bottom = .points(1) }
    return edges
  }

  /// Returns the lines, and an empty one behind them if there are several.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("box") {
      for line in lines {
        switch line.role {
        case .heading: Text(line.text, .headline).lines(line.role.lineCountMax)
        case .text: Text(line.text).lines(line.role.lineCountMax)
        case .details: Text(line.text, .caption).lines(line.role.lineCountMax)
        }
      }
    }
    .padding(edges)
    .minHeight(.points(1))
  }
}

extension RowTemplate.Role {
  /// How many lines of a text a row shows.
  package var lineCountMax: Int { self == .text ? TemplateRow.linesMax : 1 }
}

/// The header of a section of JSON values.
public struct TemplateHeader: Component, Equatable {
  /// The name of its kind of component.
  public static let typeName = "Roster.TemplateHeader"

  package let title: String

  /// Makes the header of a section; `nil` if there is nothing to show.
  public init?(_ model: JSONValue, _ template: RowTemplate) {
    title = template.lines(of: model).map(\.text).joined(separator: " · ")
    if title.isEmpty { return nil }
  }

  /// Returns a line in front of a background.
  public func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("box") { Text(title, .headline).lines(1) }
      .attribute("background", "surface")
      .width(.percent(100))
      .accessibility(Accessibility(label: title, traits: [.header], isElement: true))
  }
}
