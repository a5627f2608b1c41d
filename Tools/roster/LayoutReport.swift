import RosterJSON
import RosterLayout
import RosterLayoutCases

/// Prints layouts in a form, and differences from the expected frames on standard error.
struct LayoutReport {
  let output: LayoutOutput
  let outputFile: OutputFile
  /// The number of cases that differ from the expected frames.
  private(set) var differingCount = 0
  private var drawing = LayoutDrawing()
  private var page = LayoutPage()

  init(output: LayoutOutput, outputFile: OutputFile) {
    self.output = output
    self.outputFile = outputFile
  }

  mutating func print(_ layoutCase: LayoutCase, number: Int, _ layout: Layout.Child) throws {
    let frame = Frame(layout)
    let direction = layoutCase.direction == .leftToRight ? "ltr" : "rtl"
    let title = "\(layoutCase.name ?? "case \(number)") (\(direction))"
    switch output {
    case .json:
      try outputFile.write { bytes in
        bytes.append(contentsOf: "{\"name\":".utf8)
        let name = layoutCase.name.map(JSONValue.string) ?? .null
        name.appendCanonical(to: &bytes)
        bytes.append(contentsOf: ",\"frame\":".utf8)
        frame.appendJSON(to: &bytes)
        bytes.append(contentsOf: "}\n".utf8)
      }
    case .text:
      if number > 1 { try outputFile.writeLine("") }
      try outputFile.writeLine(title)
      for line in LayoutOutline(layout).lines { try outputFile.writeLine("  " + line) }
    case .svg:
      drawing.append(
        layout, title: title, expected: layoutCase.expected, direction: layoutCase.direction)
    case .html:
      page.append(
        layout, title: title, expected: layoutCase.expected, direction: layoutCase.direction)
    }
    try compare(frame, with: layoutCase.expected, title)
  }

  private mutating func compare(_ frame: Frame, with expected: Frame?, _ title: String) throws {
    guard let expected else { return }
    let differences = frame.differences(from: expected)
    guard !differences.isEmpty else { return }
    differingCount += 1
    // Keeps the order if both streams go to the same place.
    try outputFile.flush()
    StandardStreams.complain("\(title):")
    for difference in differences { StandardStreams.complain("  \(difference)") }
  }

  /// Prints the end of the output.
  func finish() throws {
    if output == .svg { try outputFile.write { $0.append(contentsOf: drawing.svg.utf8) } }
    if output == .html { try outputFile.write { $0.append(contentsOf: page.html.utf8) } }
    try outputFile.flush()
  }
}

extension LayoutCase {
  /// Returns the name of the case in messages.
  func label(number: Int) -> String {
    name.map { JSONValue.string($0).canonicalText } ?? "\(number)"
  }
}
