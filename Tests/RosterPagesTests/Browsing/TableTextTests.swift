import RosterJSON
import Testing

@testable import RosterPages

/// Models as lines of a table.
struct TableTextTests {
  private let table = TableText(.comma, names: ["title", "é"])

  @Test func valuesAreWhatTheyAreInJSON() {
    let table = TableText(.comma, names: ["a", "b", "c", "d"])
    #expect(table.head == "a,b,c,d,other members\r\n")
    #expect(
      table.line(of: ["a": 1.5, "b": true, "c": .null, "d": ["x": 1]])
        == "1.5,true,,\"{\"\"x\"\":1}\",\r\n")
    #expect(table.line(of: "text") == ",,,,text\r\n")
    #expect(table.line(of: ["z": 1, "y": .null]) == ",,,,\"{\"\"y\"\":null,\"\"z\"\":1}\"\r\n")
  }

  @Test func modelsThatAreNoObjectsAreOneColumn() {
    let table = TableText(.tab, names: nil)
    #expect(table.head == "value\r\n")
    #expect(table.line(of: "a,b") == "a,b\r\n")
    #expect(table.line(of: "a\tb") == "\"a\tb\"\r\n")
    #expect(table.line(of: [1, 2]) == "[1,2]\r\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t'=1"), ("a=1", "a=1"), ("'=1", "'=1"), ("", ""), ("x;=1;y", "x;'=1;y"),
  ])
  func textsAreNoFormulas(_ text: String, _ written: String) {
    #expect(table.line(of: ["title": .string(text)]) == "\(written),,\r\n")
    #expect(TableText(.comma, names: [text]).head == "\(written),other members\r\n")
  }

  @Test func nothingInATextIsAFormulaBehindAnotherSeparator() {
    #expect(table.line(of: ["title": "a\n-1,+2"]) == "\"a\n'-1,'+2\",,\r\n")
    #expect(table.line(of: ["title": ["a;=1"]]) == "\"[\"\"a;'=1\"\"]\",,\r\n")
  }

  @Test func numbersKeepTheirSigns() {
    #expect(table.line(of: ["title": -5]) == "-5,,\r\n")
  }

  @Test func quotationMarksWithAccentsAreDoubledToo() {
    let line = table.line(of: ["title": "a\"\u{301}b", "é": "\r\n"])
    #expect(Array(line.utf8) == Array("\"a\"\"\u{301}b\",\"'\r\n\",\r\n".utf8))
  }

  @Test func namesAreToldApartByTheirCodePoints() {
    #expect(
      table.line(of: .object(["é": 1, "e\u{301}": 2])) == ",1,\"{\"\"e\u{301}\"\":2}\"\r\n")
  }
}
