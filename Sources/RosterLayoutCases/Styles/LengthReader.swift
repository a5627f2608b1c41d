import RosterJSON
import RosterLayout

/// Reads lengths: a number is points, `"50%"` a part, and words mean what they mean in CSS.
struct LengthReader {
  private let words: [String: Dimension]

  /// Points and percent.
  static let plain = LengthReader(words: [:])
  /// Points, percent and `auto`.
  static let orAuto = LengthReader(words: ["auto": .auto])
  /// What the width of a box can be.
  static let size = LengthReader(words: sizes)
  /// What the largest width of a box can be.
  static let maximum = LengthReader(words: sizes.merging(["none": .auto]) { $1 })

  private static let sizes: [String: Dimension] = [
    "auto": .auto, "min-content": .minContent, "max-content": .maxContent,
    "fit-content": .fitContent, "stretch": .stretch,
  ]

  func read(_ cursor: JSONCursor) throws(JSONDecodingError) -> Dimension {
    if let points = cursor.value.numberValue { return .points(points) }
    if let text = cursor.value.stringValue {
      if let word = words[text] { return word }
      if let percent = percent(text) { return .percent(percent) }
    }
    let list = (["a number", "a percentage"] + words.keys.sorted().map { "\"\($0)\"" })
    throw cursor.error(
      "expected \(list.dropLast().joined(separator: ", ")) or \(list[list.count - 1])")
  }

  /// The number before the sign, which is to be as in JSON: `Double` would also take `inf` and `0x1`.
  private func percent(_ text: String) -> Double? {
    guard text.hasSuffix("%") else { return nil }
    return (try? JSONParser().parse(text.dropLast()))?.numberValue
  }
}
