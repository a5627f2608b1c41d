import RosterCore
import RosterJSON

extension String {
  /// The text, or its beginning with an ellipsis if it has more Unicode scalars.
  func cut(to scalarCountMax: Int) -> String {
    // As many bytes are at least as many scalars, and their number is known without a walk.
    if utf8.count <= scalarCountMax { return self }
    let scalars = unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: scalarCountMax, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    return String(self[..<end]) + "…"
  }
}

/// Shortens JSON values to what a person takes in: a model may have any size, an answer may not.
struct ValueCutting {
  /// The maximum number of Unicode scalars of a text.
  var textMax: Int
  /// The maximum number of elements or members of one array or object.
  var countMax: Int
  /// The maximum number of arrays and objects around a value.
  var depthMax: Int
  /// The maximum number of values, and of scalars of texts, all together.
  var valueMax: Int
  var scalarMax: Int

  /// For the rows of a list.
  static let row = ValueCutting(
    textMax: 240, countMax: 24, depthMax: 4, valueMax: 96, scalarMax: 1_200)
  /// For the one model that a person looks at.
  static let detail = ValueCutting(
    textMax: 16_384, countMax: 256, depthMax: 16, valueMax: 4_096, scalarMax: 65_536)

  /// Returns a value, shortened if necessary.
  func callAsFunction(_ value: JSONValue) -> (value: JSONValue, isCut: Bool) {
    var run = Run(limits: self, values: valueMax, scalars: scalarMax)
    let cut = run.cut(value, depth: 0)
    return (cut, run.isCut)
  }

  /// Returns a stored value as JSON, shortened if necessary.
  ///
  /// A text that is not JSON, as applications with a codec of their own may store, is shown as a
  /// text, and bytes as their number and beginning.
  func callAsFunction(_ stored: StoredValue) -> (value: JSONValue, isCut: Bool) {
    switch stored {
    case .null: return (.null, false)
    case .blob(let bytes):
      let digits = bytes.prefix(32).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      let text = "\(bytes.count) bytes: \(digits)" + (bytes.count > 32 ? "…" : "")
      return (.string(text), bytes.count > 32)
    case .text(let text):
      // To read a text of megabytes for its beginning takes too long.
      guard text.utf8.count <= 1 << 22, let value = try? JSONParser().parse(text) else {
        return self(.string(text))
      }
      return self(value)
    }
  }

  /// One walk through a value.
  private struct Run {
    let limits: ValueCutting
    var values: Int
    var scalars: Int
    var isCut = false

    mutating func cut(_ value: JSONValue, depth: Int) -> JSONValue {
      values -= 1
      switch value {
      case .null, .bool, .number: return value
      case .string(let text): return .string(cut(text))
      case .array(let elements):
        guard depth < limits.depthMax else { return ellipsis(isEmpty: elements.isEmpty, [], "[…]") }
        var kept: [JSONValue] = []
        for element in elements {
          guard kept.count < limits.countMax, values > 0, scalars > 0 else {
            isCut = true
            kept.append(.string("… \(elements.count - kept.count) more"))
            break
          }
          kept.append(cut(element, depth: depth + 1))
        }
        return .array(kept)
      case .object(let members):
        guard depth < limits.depthMax else { return ellipsis(isEmpty: members.isEmpty, [:], "{…}") }
        var kept = JSONObject()
        for key in members.keys {
          guard kept.count < limits.countMax, values > 0, scalars > 0 else {
            isCut = true
            kept["…"] = .string("\(members.count - kept.count) more")
            break
          }
          kept[cut(key)] = members[key].map { cut($0, depth: depth + 1) }
        }
        return .object(kept)
      }
    }

    private mutating func cut(_ text: String) -> String {
      let short = text.cut(to: max(1, min(limits.textMax, scalars)))
      scalars -= short.utf8.count
      if short.utf8.count != text.utf8.count { isCut = true }
      return short
    }

    private mutating func ellipsis(
      isEmpty: Bool, _ empty: JSONValue, _ text: String
    ) -> JSONValue {
      if isEmpty { return empty }
      isCut = true
      return .string(text)
    }
  }
}

extension JSONObject {
  /// Sets a member to a stored value, and notes beside it if it was shortened.
  mutating func set(_ key: String, _ stored: StoredValue?, _ cutting: ValueCutting) {
    guard let stored else { return }
    let (value, isCut) = cutting(stored)
    self[key] = value
    if isCut { self["\(key)Cut"] = true }
  }
}
