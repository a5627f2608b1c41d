import RosterPages
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTerminal

/// How the rows of a list are shown.
struct ViewTemplates: Sendable {
  let items: RowTemplate
  let headers: RowTemplate
  /// What the members of the models of items are; `nil` if most models are no objects.
  let fields: RowFields?
  /// The columns that rows may have instead; `nil` if most models are no objects.
  let columns: RowColumns?

  /// Opens a list whose rows are shown by the templates.
  ///
  /// - Parameters:
  ///   - width: The number of cells to lay rows out for.
  ///   - columns: The columns that rows have; `nil` if the templates show them.
  func open(
    _ storage: any ListStorage, _ base: DataSourceConfiguration, width: Double,
    columns: [RowColumns.Column]? = nil
  ) throws -> ViewedList {
    var configuration = base
    configuration.components.environment[ShownColumns.self] = columns
    configuration.components.layout = .columns(width)
    configuration.components.splitting.estimatedExtent = 2
    configuration.components.splitting.estimatedHeaderExtent = 1
    configuration.components.workingRange = WorkingRange(ahead: .items(100), behind: .items(50))
    return try ViewedList(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: configuration,
      header: { model, _ in TemplateHeader(model, headers).map { Node($0) } }
    ) { model, _ in
      BrowsedRow(model, items)
    }
  }
}

/// A list that is viewed.
typealias ViewedList = ComponentList<JSONValue, JSONValue, Never>
