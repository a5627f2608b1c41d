import RosterComponents
import RosterJSON
import RosterLayout
import Testing

@testable import RosterWidgets

@Suite("Fields for text")
struct TextFieldTests {
  private func attributes(_ tree: WidgetTree<TextField.Message>) -> ViewAttributes {
    tree.view.spec.attributes
  }

  @Test func aFieldShowsTheModelUntilTheUserEditsIt() throws {
    let tree = WidgetTree(TextField("see you", placeholder: "Message"))
    #expect(attributes(tree) == ["value": "see you", "placeholder": "Message"])
    tree.build(Node(TextField("see you all", placeholder: "Message")))
    #expect(attributes(tree)["value"] == "see you all")
    #expect(try tree.perform(.change, on: "field", "see you all soon") == [])
    #expect(attributes(tree)["value"] == "see you all soon")
    #expect(attributes(tree)["cursor"] == nil)
    tree.build(Node(TextField("I see you all", placeholder: "Message")))
    #expect(attributes(tree)["value"] == "I see you all soon")
    #expect(attributes(tree)["cursor"] == 18)
    let sent = try tree.perform(.submit, on: "field", "I see you all soon")
    #expect(sent == [.submitted("I see you all soon")])
    #expect(attributes(tree)["cursor"] == nil)
  }

  /// The host has not shown the second model when the user edits the first one.
  @Test func anEditOfAnEarlierTreeKeepsTheModel() throws {
    let tree = WidgetTree(TextField("see you"))
    let view = tree.view
    tree.build(Node(TextField("I see you")))
    let edits = (view.events[.change] ?? []).map {
      TreeEdit.perform($0, arguments: ["see you soon"], from: view.scope)
    }
    try tree.apply(edits)
    #expect(attributes(tree)["value"] == "I see you soon")
  }

  @Test func whatTheModelHasSetCanBeDeleted() throws {
    let tree = WidgetTree(TextField(""))
    tree.build(Node(TextField("draft")))
    try tree.perform(.change, on: "field", "")
    #expect(attributes(tree)["value"] == "")
  }

  @Test func changesThatComeBackFromTheModelAreNotThoseOfOthers() throws {
    func field(_ value: String) -> TextField { TextField(value).reportingChanges() }
    let tree = WidgetTree(field(""))
    #expect(try tree.perform(.change, on: "field", "a") == [.changed("a")])
    #expect(try tree.perform(.change, on: "field", "ab") == [.changed("ab")])
    #expect(try tree.perform(.change, on: "field", "b") == [.changed("b")])
    for value in ["a", "ab"] {
      tree.build(Node(field(value)))
      #expect(attributes(tree)["value"] == "b")
    }
    tree.build(Node(field("b")))
    #expect(attributes(tree)["value"] == "b")
    tree.build(Node(field("c")))
    #expect(attributes(tree)["value"] == "c")
    try tree.perform(.change, on: "field", "b")
    tree.build(Node(field("b")))
    tree.build(Node(field("b!")))
    #expect(attributes(tree)["value"] == "b!")
  }

  /// The model has an earlier text by now, which the user has not seen yet.
  @Test func typingOnFromAnEarlierTreeLosesNothing() throws {
    func field(_ value: String) -> TextField { TextField(value).reportingChanges() }
    let tree = WidgetTree(field(""))
    let view = tree.view
    func type(_ text: String) throws -> [TextField.Message] {
      try tree.apply(
        (view.events[.change] ?? []).map {
          TreeEdit.perform($0, arguments: [.string(text)], from: view.scope)
        })
    }
    #expect(try type("a") == [.changed("a")])
    tree.build(Node(field("a")))
    #expect(try type("ab") == [.changed("ab")])
    #expect(attributes(tree)["value"] == "ab")
    tree.build(Node(field("ab")))
    tree.build(Node(field("a")))
    #expect(attributes(tree)["value"] == "a")
  }

  @Test func aModelThatChangesAndChangesBackIsNoticed() throws {
    func field(_ value: String) -> TextField { TextField(value).reportingChanges() }
    let tree = WidgetTree(field("a"))
    try tree.perform(.change, on: "field", "b")
    tree.build(Node(field("c")))
    #expect(attributes(tree)["value"] == "c")
    tree.build(Node(field("a")))
    #expect(attributes(tree)["value"] == "a", "b was refused")
  }

  @Test func aModelMayChangeOftenBeforeTheUserDoes() throws {
    let tree = WidgetTree(TextField("0 apples"))
    for number in 1...100 { tree.build(Node(TextField("\(number) apples"))) }
    #expect(attributes(tree)["value"] == "100 apples")
    try tree.perform(.change, on: "field", "100 apples!")
    #expect(attributes(tree)["value"] == "100 apples!")
    tree.build(Node(TextField("99 apples")))
    #expect(attributes(tree)["value"] == "99 apples!")
  }

  @Test func theModelDecidesAboutWhatWasSent() throws {
    let tree = WidgetTree(TextField("Bo"))
    try tree.perform(.submit, on: "field", "Bob")
    tree.build(Node(TextField("Bob")))
    #expect(attributes(tree)["value"] == "Bob")
    tree.build(Node(TextField("Rob")))
    #expect(attributes(tree)["value"] == "Rob")
    try tree.perform(.change, on: "field", "Rob S")
    tree.build(Node(TextField("Bob")))
    #expect(attributes(tree)["value"] == "Bob S")
  }

  @Test func textThatIsNotTakenIsShownAgain() throws {
    let tree = WidgetTree(TextField("").rules(TextRules(maximumLength: 3, characters: .digits)))
    try tree.perform(.change, on: "field", "1x")
    #expect(attributes(tree)["value"] == "1")
    #expect(attributes(tree)["correction"] == 1)
    try tree.perform(.change, on: "field", "1234")
    #expect(attributes(tree)["value"] == "123")
    #expect(attributes(tree)["correction"] == 2)
    #expect(attributes(tree)["cursor"] == 3)
    try tree.perform(.change, on: "field", "12")
    #expect(attributes(tree)["correction"] == 2)
    #expect(attributes(tree)["cursor"] == nil)
  }

  @Test func invalidTextIsNotSubmitted() throws {
    let field = TextField("").validated(by: .notBlank(message: "Enter a name"))
      .validated(by: .length(2...4, message: "Two to four"))
    let tree = WidgetTree(field)
    #expect(attributes(tree)["error"] == nil)
    #expect(try tree.perform(.submit, on: "field", " ") == [])
    #expect(attributes(tree)["error"] == "Enter a name")
    try tree.perform(.change, on: "field", "a")
    #expect(attributes(tree)["error"] == "Two to four")
    #expect(try tree.perform(.submit, on: "field", "ab") == [.submitted("ab")])
    #expect(attributes(tree)["error"] == nil)
    tree.build(Node(field.error("Taken")))
    #expect(attributes(tree)["error"] == "Taken")
    #expect(tree.view.spec.accessibility?.hint == "Taken")
    #expect(try tree.views(width: 40)[0].frame == ViewFrame(0, 0, 40, 2))
  }

  @Test func leavingAFieldShowsItsError() throws {
    let tree = WidgetTree(TextField("").validated(by: .notBlank(message: "Enter a name")))
    #expect(try tree.perform(.focus, on: "field") == [.focused])
    #expect(attributes(tree)["error"] == nil)
    #expect(try tree.perform(.blur, on: "field") == [.blurred])
    #expect(attributes(tree)["error"] == "Enter a name")
  }

  @Test func aFieldOfAChatIsEmptyAgain() throws {
    let tree = WidgetTree(TextField("").clearingOnSubmit())
    #expect(try tree.perform(.submit, on: "field", "hello") == [.submitted("hello")])
    #expect(attributes(tree)["value"] == "")
    #expect(attributes(tree)["correction"] == 1)
  }

  @Test func selectionsFollowTheModel() throws {
    let tree = WidgetTree(TextField("see you"))
    try tree.perform(.select, on: "field", 4, 7)
    #expect(attributes(tree)["selection"] == nil)
    tree.build(Node(TextField("I see you")))
    #expect(attributes(tree)["selection"] == [6, 9])
    #expect(attributes(tree)["cursor"] == 9)
  }

  @Test func hiddenTextIsNotRead() {
    let tree = WidgetTree(TextField("secret", placeholder: "Password").secure())
    #expect(attributes(tree)["secure"] == true)
    #expect(tree.view.spec.accessibility?.value == nil)
    #expect(tree.view.spec.accessibility?.label == "Password")
  }

  @Test func aDisabledFieldPerformsNothing() throws {
    let tree = WidgetTree(TextField("a").enabled(false))
    #expect(try tree.perform(.change, on: "field", "b") == [])
    #expect(attributes(tree) == ["value": "a", "disabled": true])
  }

  @Test func aFieldIsAsHighAsItsTextAndItsCursor() throws {
    func height(_ field: TextField) throws -> Double? {
      try WidgetTree(field).views(width: 10)[0].frame?.size.height
    }
    #expect(try height(TextField("")) == 1)
    #expect(try height(TextField("a long text that does not fit")) == 1)
    let lines = TextRules(allowsNewlines: true)
    #expect(try height(TextField("one\ntwo").rules(lines)) == 2)
    #expect(try height(TextField("one\n").rules(lines)) == 2)
    #expect(try height(TextField("a long text that does not fit").rules(lines)) == 4)
    #expect(try height(TextField("a long text that does not fit").wrapping()) == 4)
  }

  @Test func hostIsToldWhatTheLinesOfAFieldAre() {
    let lines = TextRules(allowsNewlines: true)
    #expect(
      attributes(WidgetTree(TextField("x").wrapping())) == ["value": "x", "wraps": true])
    #expect(
      attributes(WidgetTree(TextField("x").wrapping().rules(lines)))
        == ["value": "x", "multiline": true])
  }

  @Test func aSilentFieldPerformsActions() throws {
    let tree = WidgetTree(Form())
    #expect(try tree.perform(.submit, on: "field", "x") == ["sent x"])
    #expect(try tree.perform(.focus, on: "field") == [])
  }

  /// A component with messages of its own and a field in it.
  private struct Form: Component {
    func body(_ scope: Scope<Self>) -> Node<String> {
      TextField("").performing(onSubmit: scope.send("send") { (text: String) in "sent \(text)" })
        .silent()
    }
  }
}
