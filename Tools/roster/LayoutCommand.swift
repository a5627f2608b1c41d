import ArgumentParser
import Foundation
import RosterJSON
import RosterLayout
import RosterLayoutCases

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay out trees of boxes, and compare with what is expected.",
    discussion: """
      A case is an object with "root", a tree of {"style", "text", "children"}, and perhaps \
      "name", "direction" ("ltr" or "rtl") and "expected". Exit code 0 if everything is as \
      expected, 1 if something is not. A file has at most 256 MiB.
      """)

  @Argument(help: "The file with a case, an array of cases, or one a line; - for standard input.")
  var file: String

  @Option(
    help: """
      What is printed: json for programs, a line a case; text for people; svg as a drawing; html as \
      a page, with what is expected on top of what came out. If left out, text on a terminal and \
      json elsewhere.
      """)
  var output: LayoutOutput?

  /// 256 MiB, which is some millions of boxes.
  private static let byteCountMax = 1 << 28

  func run() throws {
    // Recursive functions read and print trees.
    try DeepStack.run { try print() }
  }

  private func print() throws {
    let input = try InputFile(file)
    let cases = try read(input)
    let outputFile = OutputFile()
    var report = LayoutReport(
      output: output ?? (outputFile.isTerminal ? .text : .json), outputFile: outputFile)
    for (index, layoutCase) in cases.enumerated() {
      let layout: Layout.Child
      do {
        layout = try layoutCase.layout()
      } catch {
        let name = layoutCase.label(number: index + 1)
        throw CommandFailure(ExitStatus.input, "\(input.name), case \(name): \(error)")
      }
      try report.print(layoutCase, number: index + 1, layout)
    }
    try report.finish()
    guard report.differingCount == 0 else {
      throw CommandFailure(
        ExitStatus.finding,
        "\(input.name): \(report.differingCount) of \(cases.count.counting("case")) not as expected"
      )
    }
  }

  private func read(_ input: InputFile) throws -> [LayoutCase] {
    let bytes = try input.readAll(byteCountMax: Self.byteCountMax)
    do {
      return try LayoutCaseReader(depthMax: DeepStack.nestingMax).read(bytes)
    } catch {
      throw CommandFailure(ExitStatus.input, "\(input.name), \(error)")
    }
  }
}

/// The forms of output.
enum LayoutOutput: String, ExpressibleByArgument, CaseIterable {
  case json, text, svg, html
}
