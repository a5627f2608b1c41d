import RosterPages
import RosterCore
import RosterJSON

/// The model of a row, with what it is called.
struct NamedModel {
  /// The forms in which it is copied.
  enum Format: String {
    case json = "JSON"
    case table = "a table"
  }

  /// What messages call it: `0:6`, `section 0`.
  let name: String
  /// What the line above it says: `0:6  Tea`.
  let title: String
  private let model: JSONValue
  private let fields: RowFields?

  /// More of a title does not fit into the line of any terminal. A single character may have any number of bytes.
  private static let titleByteCountMax = 1_000

  init(_ model: JSONValue, at path: ItemPath, _ fields: RowFields?) {
    name = "\(path.section):\(path.item)"
    let words = (fields?.title(of: model) ?? "").shortened(byteCountMax: Self.titleByteCountMax)
    title = "\(name)  \(words)"
    self.model = model
    self.fields = fields
  }

  init(_ model: JSONValue, ofSection section: Int) {
    name = "section \(section)"
    title = name
    self.model = model
    fields = nil
  }

  /// All of it, as lines for people.
  var lines: [String] { fields?.lines(of: model) ?? model.withoutData.indentedLines }

  func text(as format: Format) -> String {
    switch format {
    case .json: return model.canonicalText
    case .table:
      let table = TableText(.tab, names: fields?.names)
      return table.head + table.line(of: model)
    }
  }
}
