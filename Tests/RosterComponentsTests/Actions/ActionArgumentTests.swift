import RosterComponents
import RosterJSON
import Testing

@Suite("Arguments of actions")
struct ActionArgumentTests {
  private enum Reaction: String, Codable, ActionArgument { case like, laugh }

  private struct Place: Codable, Equatable, ActionArgument {
    var x: Int
    var name: String?
  }

  private struct Unencodable: Codable, ActionArgument {
    var number = Double.infinity
  }

  private func check<Argument: ActionArgument & Equatable>(
    _ value: Argument, _ json: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(value.json == json, sourceLocation: sourceLocation)
    #expect(Argument(json: json) == value, sourceLocation: sourceLocation)
  }

  @Test func valuesComeBackFromTheirJSON() {
    check(true, true)
    check(7, 7)
    check(-1 << 53, .number(-0x1p53))
    check(1.5, 1.5)
    check("é", "é")
    check(JSONValue.null, .null)
    check([1, 2], [1, 2])
    check([[String]](), [])
    check(Int?.none, .null)
    check(Int?.some(3), 3)
    check(Reaction.laugh, "laugh")
    check(Place(x: 3, name: "home"), ["x": 3, "name": "home"])
  }

  @Test(arguments: [Int.max, .min, 1 << 53 + 1])
  func wholeNumbersThatJSONDoesNotHaveAreStrings(_ number: Int) {
    check(number, .string("\(number)"))
  }

  @Test func otherJSONIsNoArgument() {
    #expect(Int(json: 1.5) == nil)
    #expect(Int(json: "seven") == nil)
    #expect(Bool(json: 1) == nil)
    #expect(String(json: 1) == nil)
    #expect(Double(json: "1") == nil)
    #expect([Int](json: [1, "2"]) == nil)
    #expect([Int](json: 1) == nil)
    #expect(Reaction(json: "cry") == nil)
    #expect(Place(json: ["name": "home"]) == nil)
    #expect(Int?(json: "seven") == Int??.none)
  }

  @Test func aValueThatDoesNotEncodeIsNull() {
    #expect(Unencodable().json == .null)
    #expect(Unencodable(json: .null) == nil)
  }

  @Test func aReferenceComesBackFromItsJSON() throws {
    let references = [
      ActionReference(
        target: .scope(.at("Row[a]", "Button#1")), name: "open", arguments: [1, "x"]),
      ActionReference(target: .responders, name: "share"),
    ]
    for reference in references {
      let value = try StateJSON.encode(reference)
      #expect(try StateJSON.decode(ActionReference.self, from: value) == reference)
    }
    #expect(
      try StateJSON.encode(references[0])
        == #"{"arguments":[1,"x"],"name":"open","scope":"Row[\"a\"]/Button#1"}"#)
  }
}
