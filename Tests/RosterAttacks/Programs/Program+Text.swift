import RosterCore
import RosterJSON
import RosterTestSupport

extension ProgramEdit {
  /// The edit as Swift; what is empty is left out.
  var text: String {
    var arguments = ["\(number)"]
    func add<Value>(_ name: String, _ values: [Value], _ text: (Value) -> String) {
      if values.isEmpty { return }
      arguments.append("\(name): [\(values.map(text).joined(separator: ", "))]")
    }
    add("updatedItems", parts.updatedItems, \.text)
    add("removedItems", parts.removedItems, \.text)
    add("movedItems", parts.movedItems) {
      ".init(source: \($0.source.text), target: \($0.target.text))"
    }
    add("insertedItems", parts.insertedItems, \.text)
    add("updatedSections", parts.updatedSections) { "\($0)" }
    add("removedSections", parts.removedSections) { "\($0)" }
    add("movedSections", parts.movedSections) {
      ".init(source: \($0.source), target: \($0.target))"
    }
    add("insertedSections", parts.insertedSections) { "\($0)" }
    if !isFitted { arguments.append("isFitted: false") }
    add("counters", counters.map { ".\($0): \($1)" }.sorted()) { $0 }
    if let group { arguments.append("group: \"\(group)\"") }
    return "ProgramEdit(\(arguments.joined(separator: ", ")))"
  }
}

extension ItemPath {
  fileprivate var text: String { ".init(section: \(section), item: \(item))" }
}

extension ListRows where Model == JSONValue, SectionModel == JSONValue {
  /// The rows as Swift.
  var text: String {
    let sections = sections.map { section in
      let items = section.items.map(\.literal).joined(separator: ", ")
      return ".init(\(section.model.map { "model: \($0.literal), " } ?? "")items: [\(items)])"
    }
    return "ListRows([\(sections.joined(separator: ", "))])"
  }
}

extension JSONValue {
  /// The value as a literal of Swift.
  fileprivate var literal: String {
    switch self {
    case .null: ".null"
    case .bool(let value): "\(value)"
    case .number(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text):
      "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
    case .array(let values): "[\(values.map(\.literal).joined(separator: ", "))]"
    case .object(let members):
      members.isEmpty ? "[:]" : "[\(Self.literal(of: members))]"
    }
  }

  private static func literal(of members: JSONObject) -> String {
    members.keys.compactMap { key in
      members[key].map { "\(JSONValue.string(key).literal): \($0.literal)" }
    }.joined(separator: ", ")
  }
}
