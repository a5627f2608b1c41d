import RosterCore
import RosterPages

/// The parameters of a question. What is not understood is refused: a parameter that is misspelled
/// would otherwise seem to have no effect.
struct InspectorQuery {
  private let parameters: [String: String]

  /// - Parameter names: The parameters that the question may have.
  init(_ parameters: [String: String], allowing names: Set<String>) throws(InspectorError) {
    if let unknown = parameters.keys.filter({ !names.contains($0) }).min() {
      let known = names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
      throw InspectorError(
        400,
        "there is no parameter \(unknown.shortened(byteCountMax: 40).inQuotes) here, only: \(known)"
      )
    }
    self.parameters = parameters
  }

  func has(_ name: String) -> Bool { parameters[name] != nil }

  func text(_ name: String) -> String? { parameters[name] }

  /// Returns a number; `nil` if the parameter is not given.
  func number(_ name: String, in range: ClosedRange<Int>) throws(InspectorError) -> Int? {
    guard let text = parameters[name] else { return nil }
    // `Int` also reads signs; a number that cannot be negative has none.
    guard !text.isEmpty, text.utf8.count < 20, text.utf8.allSatisfy({ 48...57 ~= $0 }),
      let number = Int(text), range.contains(number)
    else {
      throw InspectorError(
        400,
        "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), not "
          + "\(text.shortened(byteCountMax: 40).inQuotes)")
    }
    return number
  }

  /// Returns a revision; `nil` if the parameter is not given.
  func revision(_ name: String) throws(InspectorError) -> Revision? {
    try number(name, in: 0...revisionMax)
  }

  /// Returns the row that `key` names.
  func key() throws(InspectorError) -> TreeID {
    guard let text = parameters["key"] else { throw InspectorError(400, "key is missing") }
    guard let tree = TreeID(key: text), tree.number <= revisionMax else {
      throw InspectorError(
        400,
        "key is i, h or f with the number of an item or section, as in i12, not "
          + "\(text.shortened(byteCountMax: 40).inQuotes)")
    }
    return tree
  }
}

/// The largest number of a revision, item or section.
let revisionMax = 1 << 40 - 1

extension TreeID {
  /// The number of the item or section.
  fileprivate var number: Int {
    switch self {
    case .item(let item): item.rawValue
    case .supplement(let supplement): supplement.section.rawValue
    }
  }
}
