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

  /// Opens a list whose rows are shown by the templates.
  ///
  /// - Parameter columns: The number of columns to lay rows out for.
  func open(
    _ storage: any ListStorage, _ base: DataSourceConfiguration, columns: Double
  ) throws -> ViewedList {
    var configuration = base
    configuration.components.layout = .columns(columns)
    configuration.components.splitting.estimatedExtent = 2
    configuration.components.splitting.estimatedHeaderExtent = 1
    configuration.components.workingRange = WorkingRange(ahead: .items(100), behind: .items(50))
    return try ViewedList(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: configuration,
      header: { model, _ in TemplateHeader(model, headers).map { Node($0) } }
    ) { model, _ in
      TemplateRow(model, items)
    }
  }
}

/// A list that is viewed.
typealias ViewedList = ComponentList<JSONValue, JSONValue, Never>
