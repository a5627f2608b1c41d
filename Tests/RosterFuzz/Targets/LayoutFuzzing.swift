import RosterJSON
import RosterLayout
import RosterLayoutCases

/// A layout is finite and the same every time.
enum LayoutFuzzing {
  static func runCases(_ bytes: [UInt8]) throws {
    guard let cases = try? LayoutCaseReader().read(bytes) else { return }
    for layoutCase in cases { try check(layoutCase) }
  }

  static func runTree(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    var nodesLeft = 40
    let tree: JSONValue = [
      "direction": .string(input.element(of: ["ltr", "rtl"])),
      "root": node(&input, depth: 0, &nodesLeft),
    ]
    let cases: [LayoutCase]
    do throws(LayoutCaseError) {
      cases = try LayoutCaseReader().read(Array(tree.canonicalText.utf8))
    } catch {
      throw FuzzFinding("a tree of known styles is refused: \(error): \(tree.canonicalText)")
    }
    for layoutCase in cases { try check(layoutCase) }
  }

  private static func check(_ layoutCase: LayoutCase) throws {
    guard let frame = try? layoutCase.frame() else { return }
    try FuzzFinding.require(frame.isFinite, "a frame is not finite: \(frame)")
    try FuzzFinding.require(try layoutCase.frame() == frame, "another layout the second time")
  }

  // MARK: Trees

  private static func node(
    _ input: inout FuzzInput, depth: Int, _ nodesLeft: inout Int
  ) -> JSONValue {
    nodesLeft -= 1
    var style = JSONObject()
    for _ in 0..<input.index(below: 8) {
      let (key, values) = input.element(of: styles)
      style[key] = values.isEmpty ? length(&input) : input.element(of: values)
    }
    if input.index(below: 4) == 3 {
      return ["style": .object(style), "text": .string(input.element(of: texts))]
    }
    var children: [JSONValue] = []
    let count = depth < 8 ? input.index(below: 5) : 0
    for _ in 0..<count where nodesLeft > 0 {
      children.append(node(&input, depth: depth + 1, &nodesLeft))
    }
    return ["style": .object(style), "children": .array(children)]
  }

  private static func length(_ input: inout FuzzInput) -> JSONValue {
    let choice = input.byte()
    switch choice % 4 {
    case 0: return .number(Double(choice))
    case 1: return .string("\(choice)%")
    case 2: return .number(Double(input.byte() - 128) / 4)
    default: return input.element(of: [1e300, -1e300, 1e-300, 0, 0.5, 1e15, 16_777_217])
    }
  }

  private static let texts = ["", "a", "two words", "a longer text of several words", " "]

  /// The keys of styles with their words; without any, a length.
  private static let styles: [(String, [JSONValue])] = [
    ("flexDirection", ["row", "row-reverse", "column", "column-reverse"]),
    ("flexWrap", ["nowrap", "wrap", "wrap-reverse"]),
    ("justifyContent", ["flex-start", "flex-end", "center", "space-between", "space-around"]),
    ("alignContent", ["flex-start", "center", "stretch", "space-evenly"]),
    ("alignItems", ["stretch", "flex-start", "flex-end", "center", "baseline"]),
    ("alignSelf", ["auto", "stretch", "flex-start", "flex-end", "center", "baseline"]),
    ("position", ["static", "relative", "absolute"]),
    ("display", ["flex", "none", "contents", "grid", "grid"]),
    ("overflow", ["visible", "hidden", "scroll", "clip"]),
    ("boxSizing", ["border-box", "content-box"]), ("direction", ["ltr", "rtl", "inherit"]),
    ("flexGrow", [0, 0.5, 1, 1e300]), ("flexShrink", [0, 0.5, 1, 1e300]),
    ("flex", [0, 1, 2.5, "auto", "none"]), ("order", [0, -1, 3]),
    ("aspectRatio", ["auto", 1, 0.001, 1e300]),
    ("flexBasis", ["auto", "content", 0, 10, "50%"]), ("width", []), ("height", []),
    ("minWidth", []), ("minHeight", []), ("maxWidth", []), ("maxHeight", []),
    ("width", ["min-content", "max-content", "fit-content", "stretch"]),
    ("height", ["min-content", "max-content", "fit-content", "stretch"]),
    ("margin", []), ("marginLeft", ["auto", 3]), ("marginTop", ["auto", -3]), ("padding", []),
    ("border", [0, 1, 1000]), ("left", []), ("top", []), ("right", []), ("gap", []),
    ("visibility", ["visible", "collapse"]), ("width", ["calc(50% - 8px)", "fit-content(9px)"]),
    ("gridTemplateColumns", tracks), ("gridTemplateRows", tracks),
    ("gridAutoColumns", [["auto"], ["1fr", 5], ["calc(10% + 3px)"]]),
    ("gridAutoRows", [["min-content"], ["0.3fr"], [["minmax": [0, "max-content"]]]]),
    ("gridAutoFlow", ["row", "column", "row dense", "column dense"]),
    ("gridColumnStart", lines), ("gridColumnEnd", lines), ("gridRowStart", lines),
    ("gridRowEnd", lines),
    ("justifyItems", ["normal", "stretch", "start", "end", "center", "baseline"]),
    ("justifySelf", ["auto", "stretch", "safe center", "self-end", "last baseline"]),
    ("alignItems", ["last baseline", "safe end", "self-start"]),
  ]

  private static let tracks: [JSONValue] = [
    "none", [10, "1fr"], ["auto", "auto", "2fr"], ["25%", "calc(50% - 3px)"],
    [["repeat": 3, "tracks": ["min-content", 4]]],
    [["repeat": "auto-fill", "tracks": [7]], "20%"],
    [["repeat": "auto-fit", "tracks": [["minmax": [9, "1fr"]]]]],
    [["fitContent": "30%"], ["minmax": ["auto", 12]]],
  ]

  private static let lines: [JSONValue] = ["auto", 1, 2, -1, -2, 10_000, -10_000, "span 2"]
}

extension Frame {
  fileprivate var isFinite: Bool {
    left.isFinite && top.isFinite && width.isFinite && height.isFinite
      && children.allSatisfy(\.isFinite)
  }
}
