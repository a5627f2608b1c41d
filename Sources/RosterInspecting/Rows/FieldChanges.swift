import RosterCore
import RosterJSON
import RosterPages

/// What differs between two values, field by field. A field is named by the keys and indexes that lead to it:
///
///     before  {"author": {"name": "Ann"}, "tags": ["a", "b"]}
///     after   {"author": {"name": "Ben"}, "tags": ["a", "x", "b"]}
///     fields  author.name: "Ann" → "Ben", tags[1]: nothing → "x"
///
/// An element that came has its index in the array after, one that is gone its index in the array before.
struct FieldChanges {
  private struct Field {
    var path: [JSONValue]
    var before: JSONValue?
    var after: JSONValue?
  }

  private static let fieldCountMax = 40
  /// The number of objects and arrays around a field that is named by itself.
  private static let depthMax = 16

  private var fields: [Field] = []
  /// The number of fields that differ, also of those that are not kept.
  private(set) var count = 0

  /// Compares two values; `nil` if there was none.
  ///
  /// - Complexity: O(*n*) in the size of both.
  init(_ before: JSONValue?, _ after: JSONValue?) {
    compare(before, after, at: [])
  }

  /// Compares two stored values; `nil` if there was none.
  init(_ before: StoredValue?, _ after: StoredValue?) {
    self.init(before?.readable, after?.readable)
    // Bytes are read up to their first ones.
    if count == 0, before != after, before?.isBytes == true || after?.isBytes == true {
      add(Field(path: [], before: before?.readable, after: after?.readable))
    }
  }

  private mutating func compare(_ before: JSONValue?, _ after: JSONValue?, at path: [JSONValue]) {
    if before == after { return }
    if path.count < Self.depthMax {
      switch (before, after) {
      case (.object(let before)?, .object(let after)?):
        for key in before.merging(after).keys {
          compare(before[key], after[key], at: path + [.string(key)])
        }
        return
      case (.array(let before)?, .array(let after)?):
        compare(before, after, at: path)
        return
      default: break
      }
    }
    add(Field(path: path, before: before, after: after))
  }

  /// Compares what stands between the first elements that differ and the last ones.
  private mutating func compare(
    _ before: [JSONValue], _ after: [JSONValue], at path: [JSONValue]
  ) {
    let shorter = min(before.count, after.count)
    var first = 0
    while first < shorter, before[first] == after[first] { first += 1 }
    var last = 0
    while last < shorter - first, before[before.count - 1 - last] == after[after.count - 1 - last] {
      last += 1
    }
    let ends = (before: before.count - last, after: after.count - last)
    for index in first..<max(ends.before, ends.after) {
      compare(
        index < ends.before ? before[index] : nil, index < ends.after ? after[index] : nil,
        at: path + [JSONValue(index)])
    }
  }

  private mutating func add(_ field: Field) {
    count += 1
    if fields.count < Self.fieldCountMax { fields.append(field) }
  }

  /// The fields, as many as are kept.
  var json: JSONValue {
    .array(
      fields.map { field in
        var object: JSONObject = ["path": .array(field.path.map(shortened))]
        object.set("before", field.before)
        object.set("after", field.after)
        return .object(object)
      })
  }

  private func shortened(_ key: JSONValue) -> JSONValue {
    key.stringValue.map { .string($0.shortened(byteCountMax: 80)) } ?? key
  }
}

extension JSONObject {
  /// Sets a member to one side of a field. A value that was shortened stands with its size in bytes.
  fileprivate mutating func set(_ key: String, _ value: JSONValue?) {
    guard let value else { return }
    let (shortened, isCut) = ValueShortening.field(value)
    self[key] = shortened
    if isCut {
      self["\(key)Bytes"] = JSONValue((value.stringValue ?? value.canonicalText).utf8.count)
    }
  }

  /// Sets what differs between two stored values, and how much that is.
  mutating func setFields(_ before: StoredValue?, _ after: StoredValue?) {
    let changes = FieldChanges(before, after)
    self["fields"] = changes.json
    self["fieldCount"] = JSONValue(changes.count)
  }
}
