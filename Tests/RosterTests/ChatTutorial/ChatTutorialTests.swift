import Foundation
import Testing

/// The programs of `BuildAChat.md` print what it shows.
@Suite(.timeLimit(.minutes(10))) struct ChatTutorialTests {
  private let tutorial: ChatTutorial

  init() throws {
    tutorial = try ChatTutorial(typed: ["It is late.", nil, "I am on my way.", nil])
  }

  @Test(arguments: 1...ChatTutorial.steps.count)
  func eachStepPrintsWhatTheArticleShows(step: Int) async throws {
    for earlier in ChatTutorial.steps[..<(step - 1)] { try await earlier(tutorial) }
    _ = tutorial.takePrinted()
    try await ChatTutorial.steps[step - 1](tutorial)
    #expect(try tutorial.takePrinted() == Self.outputs(ofStep: step))
  }

  @Test func firstStepPrintsTheSameAgain() async throws {
    try await tutorial.keepMessages()
    let printed = tutorial.takePrinted()
    try await tutorial.keepMessages()
    #expect(tutorial.takePrinted() == printed)
  }

  /// Returns what the blocks without a language in the section of a step contain.
  private static func outputs(ofStep step: Int) throws -> String {
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Roster/Roster.docc/BuildAChat.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let section = try #require(
      text.components(separatedBy: "\n## ").first { $0.hasPrefix("Step \(step): ") })
    var lines: [Substring] = []
    var language: Substring?
    for line in section.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        language = language == nil ? line.dropFirst(3) : nil
      } else if language?.isEmpty == true {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }
}
