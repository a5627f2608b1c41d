import Foundation
import RosterText
import Testing

@Suite struct LineBreakTests {
  @Test(arguments: [
    BreakFixture(name: "LineBreakTest.txt", count: 7654),
    BreakFixture(name: "LineBreakICU.txt", count: 4000),
  ])
  func everyPlaceOfAFixtureIsFound(_ fixture: BreakFixture) throws {
    let cases = try fixture.cases()
    #expect(cases.count == fixture.count)
    for expected in cases {
      let found = Set(expected.text.lineBreakOpportunities.map(\.index))
      let line = BreakFixture.line(expected.text, breaks: found)
      #expect(line == expected.line)
    }
  }
}

/// Texts and where their lines may end, in the format of the Unicode Character Database.
struct BreakFixture: CustomTestStringConvertible {
  let name: String
  let count: Int

  var testDescription: String { name }

  func cases() throws -> [(text: String, line: String)] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/\(name)")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.map { line in
      var text = ""
      for field in line.split(separator: " ") {
        if let scalar = UInt32(field, radix: 16).flatMap(Unicode.Scalar.init) {
          text.unicodeScalars.append(scalar)
        }
      }
      return (text, String(line))
    }
  }

  static func line(_ text: String, breaks: Set<String.Index>) -> String {
    var line = "×"
    for index in text.unicodeScalars.indices {
      let digits = String(text.unicodeScalars[index].value, radix: 16, uppercase: true)
      let next = text.unicodeScalars.index(after: index)
      line += " " + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      line += breaks.contains(next) ? " ÷" : " ×"
    }
    return line
  }
}
