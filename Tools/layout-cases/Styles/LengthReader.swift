import RosterJSON
import RosterLayout

/// Reads lengths: a number is points, `"50%"` a part, `"calc(50% - 8px)"` both, and words mean what
/// they mean in CSS.
struct LengthReader {
  private let words: [String: LayoutLength]
  /// Whether `"fit-content(80px)"` is a length.
  private var knowsFitContent = false

  /// Points and percent.
  static let plain = LengthReader(words: [:])
  /// Points, percent and `auto`.
  static let orAuto = LengthReader(words: ["auto": .auto])
  /// What the width of a box can be.
  static let size = LengthReader(words: sizes, knowsFitContent: true)
  /// What the largest width of a box can be.
  static let maximum = LengthReader(
    words: sizes.merging(["none": .auto]) { $1 }, knowsFitContent: true)

  private static let sizes: [String: LayoutLength] = [
    "auto": .auto, "min-content": .minContent, "max-content": .maxContent,
    "fit-content": .fitContent, "stretch": .stretch,
  ]

  func read(_ cursor: JSONCursor) throws(JSONDecodingError) -> LayoutLength {
    if let points = cursor.value.numberValue { return .points(points) }
    if let text = cursor.value.stringValue {
      if let word = words[text] { return word }
      if let percent = percent(text) { return .percent(percent) }
      if let sum = argument(of: "calc", text).flatMap(sum) { return .calc(sum) }
      if knowsFitContent, let limit = argument(of: "fit-content", text).flatMap(limit) {
        return .fitContentUpTo(limit)
      }
    }
    let list = (["a number", "a percentage"] + words.keys.sorted().map { "\"\($0)\"" })
    throw cursor.error(
      "expected \(list.dropLast().joined(separator: ", ")) or \(list[list.count - 1])")
  }

  private func percent(_ text: some StringProtocol) -> Double? { Self.number(text, before: "%") }

  /// The number before a unit, which is to be as in JSON: `Double` would also take `inf` and `0x1`.
  static func number(_ text: some StringProtocol, before unit: String) -> Double? {
    guard text.hasSuffix(unit) else { return nil }
    return (try? JSONParser().parse(text.dropLast(unit.count).utf8))?.numberValue
  }

  /// What stands in the parentheses of a function.
  private func argument(of function: String, _ text: String) -> Substring? {
    guard text.hasPrefix(function + "("), text.hasSuffix(")") else { return nil }
    return text.dropFirst(function.count + 1).dropLast()
  }

  /// A percentage, plus or minus, and points: `50% - 8px`.
  private func sum(_ text: Substring) -> LayoutLength.Sum? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let percent = percent(parts[0]),
      let points = Self.number(parts[2], before: "px")
    else { return nil }
    switch parts[1] {
    case "+": return LayoutLength.Sum(percent: Float(percent), points: points)
    case "-": return LayoutLength.Sum(percent: Float(percent), points: -points)
    default: return nil
    }
  }

  /// What limits `fit-content()`: points, a percentage, or both.
  private func limit(_ text: Substring) -> LayoutLength.Sum? {
    if let points = Self.number(text, before: "px") { return LayoutLength.Sum(points: points) }
    if let percent = percent(text) { return LayoutLength.Sum(percent: Float(percent)) }
    return argument(of: "calc", String(text)).flatMap(sum)
  }
}
