import RosterJSON
import Testing

/// The code in the comments of `RosterJSON`.
@Suite("Examples: comments on JSON") struct DocCommentExamples {
  @Test func anErrorNamesTheWay() {
    let error = #expect(throws: JSONDecodingError.self) {
      // begin example
      let cursor = JSONCursor(["root": ["children": [["width": 1], ["width": "1"]]]])
      let root = try cursor.members().required("root").members()
      for child in try root.required("children").elements() {
        print(try child.members().required("width").number())
      }
      // root.children[1].width: expected a number
      // end example
    }
    #expect(error.map { "\($0)" } == "root.children[1].width: expected a number")
  }

  @Test func membersHaveKeys() {
    // begin example
    var members: JSONObject = ["title": "A"]
    members["count"] = 2
    let title = members["title"]  // "A"
    // end example
    #expect(title == "A")
  }

  @Test func longIntegersAreExact() {
    // begin example
    let number = JSONValue.integer(Int64.max).integer(as: Int64.self)  // Int64.max
    // end example
    #expect(number == Int64.max)
  }
}
