import Foundation
import RosterComponents
import RosterCore
import RosterJSON
import RosterTestKit
import Testing

@Suite("ViewTree")
struct ViewTreeTests {
  static let row = ScopePath([ScopeKey(typeName: "Feed.Row", identifier: "post/7")])
  static let like = row.appending(ScopeKey(typeName: "Feed.LikeButton", ordinal: 1))

  static let feed = ViewTree(
    spec: ViewSpec("row", attributes: ["spacing": 4, "shadow": .null]), scope: row,
    children: [
      ViewTree(spec: ViewSpec("label", attributes: ["text": "Hello"]), scope: row),
      ViewTree(
        spec: ViewSpec("button", attributes: ["title": "♡"], accessibility: accessibility),
        events: [
          .tap: [
            ActionReference(target: .scope(like), name: "like"),
            ActionReference(target: .scope(row), name: "count", arguments: [1, "one"]),
          ],
          .longPress: [ActionReference(target: .responders, name: "menu")],
          "rotate": [ActionReference(target: .scope(like), name: "turn", arguments: [.null])],
        ],
        scope: like),
    ])

  static let accessibility: Accessibility = {
    var accessibility = Accessibility(
      label: "Like", hint: "Likes the post", value: "off", traits: [.button, "fancy"],
      isElement: true)
    accessibility.actions = [Accessibility.Action("Menu", event: .longPress)]
    accessibility.sortPriority = -1.5
    return accessibility
  }()

  @Test func theJSONFormSaysNothingTwice() {
    let text = Self.feed.json.canonicalText
    #expect(
      text == """
        {"attributes":{"shadow":null,"spacing":4},"children":[\
        {"attributes":{"text":"Hello"},"class":"label"},\
        {"accessibility":{"actions":[{"event":"longPress","label":"Menu"}],"element":true,\
        "hint":"Likes the post","label":"Like","sortPriority":-1.5,"traits":["button","fancy"],\
        "value":"off"},"attributes":{"title":"♡"},"class":"button",\
        "events":{"longPress":[{"name":"menu"}],\
        "rotate":[{"arguments":[null],"name":"turn","scope":"/"}],\
        "tap":["like",{"arguments":[1,"one"],"name":"count","scope":"Feed.Row[\\"post/7\\"]"}]},\
        "scope":"/Feed.LikeButton#1"}],"class":"row","scope":"Feed.Row[\\"post/7\\"]"}
        """)
  }

  @Test func aTreeComesBackFromItsText() throws {
    let parsed = try JSONParser().parse(Array(Self.feed.json.canonicalText.utf8))
    #expect(try ViewTree(json: parsed) == Self.feed)
  }

  @Test func aTreeIsCodableAsItsJSON() throws {
    let data = try JSONEncoder().encode(Self.feed)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == Self.feed.json)
    #expect(try JSONDecoder().decode(ViewTree.self, from: data) == Self.feed)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func anyTreeComesBackFromItsText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tree = ViewTree.random(depth: 4, scope: .root, with: &random)
    let parsed = try JSONParser().parse(Array(tree.json.canonicalText.utf8))
    #expect(try ViewTree(json: parsed) == tree, "seed \(seed)")
  }

  @Test func anActionWithAnObjectIsEncodedAlike() throws {
    let actions =
      Self.feed.children[1].events[.tap, default: []] + [
        ActionReference(target: .responders, name: "menu", arguments: [1])
      ]
    let tree = ViewTree(spec: ViewSpec("button"), events: [.tap: actions], scope: Self.like)
    let written = tree.json["events"]?["tap"]?.arrayValue ?? []
    #expect(written.first == "like")
    for (json, action) in zip(written, actions).dropFirst() {
      let data = Data(json.canonicalText.utf8)
      #expect(try JSONDecoder().decode(ActionReference.self, from: data) == action)
    }
  }

  @Test func membersThatAReaderDoesNotKnowAreIgnored() throws {
    let tree = try ViewTree(json: ["class": "label", "later": [1, 2]])
    #expect(tree == ViewTree(spec: ViewSpec("label")))
  }

  @Test(arguments: [
    ("[]", "expected an object"),
    ("{}", "there is no \"class\""),
    (#"{"class":1}"#, "class: expected a string"),
    (#"{"class":"a","children":{}}"#, "children: expected an array"),
    (
      #"{"class":"a","children":[{"class":"b"},{"class":null}]}"#,
      "children[1].class: expected a string"
    ),
    (#"{"class":"a","scope":"//"}"#, "scope: expected the path of a scope"),
    (#"{"class":"a","events":{"tap":["x",1]}}"#, "events.tap[1]: expected an object"),
    (
      #"{"class":"a","events":{"tap":[{"scope":""}]}}"#,
      "events.tap[0]: there is no \"name\""
    ),
    (
      #"{"class":"a","accessibility":{"element":1}}"#,
      "accessibility.element: expected true or false"
    ),
    (
      #"{"class":"a","accessibility":{"sortPriority":"1"}}"#,
      "accessibility.sortPriority: expected a number"
    ),
    (
      #"{"class":"a","children":[{"class":"b"}],"zOrder":[1]}"#,
      "zOrder[0]: expected the index of a child that is not in the order yet"
    ),
    (
      #"{"class":"a","children":[{"class":"b"},{"class":"c"}],"zOrder":[1,1]}"#,
      "zOrder[1]: expected the index of a child that is not in the order yet"
    ),
    (
      #"{"class":"a","children":[{"class":"b"},{"class":"c"}],"zOrder":[1]}"#,
      "zOrder: expected the indices of all 2 children"
    ),
  ])
  func whatIsNoTreeIsRefusedWithItsPlace(text: String, message: String) throws {
    let json = try JSONParser().parse(Array(text.utf8))
    let error = #expect(throws: JSONDecodingError.self) { try ViewTree(json: json) }
    #expect(error?.description == message)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ViewTree.self, from: Data(text.utf8))
    }
  }
}
