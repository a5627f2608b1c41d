import RosterCore
import RosterEngine
import RosterJSON

@testable import RosterPages

/// A page as page.js keeps it: the rows of its window, and what the last update said.
struct ModelPage {
  /// A row without its section, which is only that of the moment when the row was sent.
  struct Row: Equatable {
    var key: String
    var kind: String
    var content: JSONObject
  }

  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var rows: [Row] = []
  private(set) var sticky: Row?
  /// The last update, without its rows.
  private(set) var update: JSONObject = [:]
  private(set) var number = 0
  /// The number of rows that updates have brought.
  private(set) var receivedCount = 0
  private(set) var receivedKeys: [String] = []

  func int(_ name: String) -> Int { update[name]?.intValue ?? -1 }
  var first: Int { int("first") }
  var revision: Int { int("revision") }

  /// Returns the slot of a row; `nil` if it is not here.
  func slot(of key: String) -> Int? { rows.firstIndex { $0.key == key }.map { first + $0 } }

  mutating func apply(_ message: JSONValue) throws {
    guard let update = message.objectValue, let number = update["update"]?.intValue,
      number == self.number + 1, let parts = update["rows"]?.arrayValue
    else { throw Fault(description: "not the next update: \(message.canonicalText.prefix(200))") }
    let former = rows
    rows = []
    receivedKeys = []
    for part in parts {
      if let run = part.arrayValue {
        guard run.count == 2, let start = run[0].intValue, let count = run[1].intValue, count > 0,
          start >= 0, start + count <= former.count
        else { throw Fault(description: "no such run: \(part.canonicalText)") }
        rows += former[start..<start + count]
      } else {
        let row = try Self.row(part)
        if former.contains(row) { throw Fault(description: "\(row.key) was here already") }
        rows.append(row)
        receivedKeys.append(row.key)
      }
    }
    receivedCount += receivedKeys.count
    if Set(rows.map(\.key)).count < rows.count { throw Fault(description: "a row is here twice") }
    if let value = update["sticky"] { sticky = value == .null ? nil : try Self.row(value) }
    self.update = update
    self.number = number
  }

  private static func row(_ value: JSONValue) throws -> Row {
    guard var members = value.objectValue, let key = members["key"]?.stringValue,
      let kind = members["kind"]?.stringValue, members["section"]?.intValue != nil
    else { throw Fault(description: "not a row: \(value.canonicalText)") }
    for name in ["key", "kind", "section", "by"] { members[name] = nil }
    return Row(key: key, kind: kind, content: members)
  }
}

extension ListSnapshot where Model == JSONValue, SectionModel == JSONValue {
  /// All rows, by the plainest means.
  func naiveRows() throws -> [ModelPage.Row] {
    var rows: [ModelPage.Row] = []
    for section in try sections() {
      rows.append(
        ModelPage.Row(
          key: "h\(section.id.rawValue)", kind: "header",
          content: section.model.map { ["model": $0] } ?? [:]))
      for item in try items(inSection: section.index) {
        rows.append(
          ModelPage.Row(
            key: "i\(item.id.rawValue)", kind: "item", content: ["model": item.model]))
      }
      rows.append(ModelPage.Row(key: "f\(section.id.rawValue)", kind: "footer", content: [:]))
    }
    return rows
  }
}
