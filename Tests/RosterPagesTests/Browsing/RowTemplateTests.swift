import RosterJSON
import Testing

@testable import RosterPages

/// What templates say, and what they make of models.
struct RowTemplateTests {
  private func lines(_ template: String, _ model: JSONValue) throws -> [String] {
    try RowTemplate(template).lines(of: model).map { $0.role.rawValue + $0.text }
  }

  /// Among objects it would be an empty row.
  @Test(
    arguments: [
      ("{title}", "gone", ["gone"]), ("# {title}\\n~ {id}", 7, ["7"]), ("{title}", true, ["true"]),
      ("{.}", "gone", ["gone"]), ("-", "gone", ["-"]), ("{title}", ["title": "Tea"], ["Tea"]),
      ("{title}", .null, []), ("{title}", [:], []), ("{title}", ["Tea"], []),
    ] as [(String, JSONValue, [String])])
  func aPlainValueOfWhichATemplateShowsNothingIsShownAsItIs(
    _ template: String, _ model: JSONValue, _ texts: [String]
  ) throws {
    #expect(try TemplateRow(model, RowTemplate(template)).lines.map(\.text) == texts)
  }

  @Test func linesHaveRolesAndValues() throws {
    let model: JSONValue = [
      "title": "Tea", "author": ["name": "Alice"], "likes": 3, "tags": ["a", "b"], "is": true,
      "none": .null, "a.b": [7], "": 1,
    ]
    #expect(
      try lines(#"# {title}\n{author.name}: {tags}\n~ {likes} likes"#, model)
        == ["# Tea", "Alice: a, b", "~ 3 likes"])
    #expect(try lines("# {title}\n{is}", model) == ["# Tea", "true"])
    #expect(try lines("{/a.b/0} {tags.1} {/}", model) == ["7 b 1"])
    #expect(try lines(#"{none}\n{missing.x}-\n-"#, model) == ["-"])
    #expect(try lines("{none}{title}", model) == ["Tea"])
    #expect(try lines("{{{title}}}", model) == ["{Tea}"])
    #expect(try lines(#"\\n # {title}"#, model) == [#"\n # Tea"#])
    #expect(try lines("{author}", model) == [#"{"name":"Alice"}"#])
    #expect(try lines("{.}", "whole") == ["whole"])
    #expect(try lines("{tags.01}{tags.-1}{tags.9}{likes.x}", model) == [])
    #expect(try lines("", model) == [""])
  }

  @Test func partsWithoutValuesAreLeftOut() throws {
    let template = #"~ {likes} likes · {tags} · {by.name} · end"#
    #expect(try lines(template, ["likes": 3, "tags": ["a"]]) == ["~ 3 likes · a · end"])
    #expect(try lines(template, ["tags": [], "by": ["name": "Al"]]) == ["~ Al · end"])
    #expect(try lines(template, ["other": 1]) == [])
    #expect(try lines("a · b", [:]) == ["a · b"])
    #expect(try lines("{a} · {b}", ["a": "", "b": "x · y"]) == ["x · y"])
  }

  @Test(arguments: [
    ("{a", 0, "a brace begins that does not end"),
    ("x}", 1, "a brace ends that was not begun"),
    ("x}y", 1, "a brace ends that was not begun"),
    (#"ab\"#, 3, "expected n or another backslash behind a backslash"),
    (#"a\tb"#, 2, "expected n or another backslash behind a backslash"),
    ("{}", 1, "expected the keys of a value, a JSON pointer, or a dot"),
    ("x{a..b}", 2, "expected the keys of a value, a JSON pointer, or a dot"),
    ("{/a~2}", 1, "expected the keys of a value, a JSON pointer, or a dot"),
    ("{a.}", 1, "expected the keys of a value, a JSON pointer, or a dot"),
  ])
  func faultIsNamedWithItsPlace(_ text: String, _ offset: Int, _ message: String) {
    let error = #expect(throws: RowTemplateError.self) { try RowTemplate(text) }
    #expect(error == RowTemplateError(offset: offset, message: message))
    #expect(error?.description == "template, character \(offset + 1): \(message)")
  }

  @Test(arguments: [
    #"# {title}\n{author.name}: {text}\n~ {likes}"#, "{.}", "{{x}}", #"a\\b"#, "{/a.b/0}", "",
    "{/a.~1b/~0c}", "~ ", "{/}", #"{x}\n\n{y}"#,
  ])
  func descriptionReadsAsTheSameTemplate(_ text: String) throws {
    let template = try RowTemplate(text)
    #expect(template.description == text)
    #expect(try RowTemplate(template.description) == template)
  }

  @Test func lineThatOnlyLooksLikeAHeadingIsWrittenSo() throws {
    // Text at the start of a line that is not its role, but would be read as it.
    let places = [["a\\b"], ["a\nb"], ["/x"], ["."], ["a", ""]].map { ValuePlace(keys: $0) }
    for place in places {
      #expect(ValuePlace(place.description)?.keys == place.keys, "\(place)")
    }
  }

  @Test(
    arguments: [
      (["milk", "bread"], "{.}"),
      ([], "{.}"),
      (
        [["author": "Alice", "text": "Curiouser and curiouser!", "likes": 3]],
        #"# {author}\n{text}\n~ likes: {likes}"#
      ),
      ([["x": .null]], "{.}"),
      ([["path": "a/b", "mode": "1", "blob": "c"]], #"# {path}\n~ blob: {blob} · mode: {mode}"#),
      ([["id": 1, "z": "some words here", "y": "a b"]], #"# {y}\n~ z: {z}"#),
      (["a", ["title": "b"]], "{.}"),
      // The only object in a model is what it is about.
      (
        [["isNew": true, "photo": ["title": "Fog", "taken": 60]]],
        #"# {photo.title}\n~ taken: {photo.taken} · isNew: {isNew}"#
      ),
      ([["id": 7, "a.b": ["name": "Ann"]]], "# {/a.b/name}"),
      ([["name": "n", "photo": ["title": "Fog"]]], "# {name}"),
      ([["state": "open", "photo": ["title": "Fog"]]], "# {state}"),
      ([["a": ["title": "Fog"], "b": ["title": "Tea"]]], "{.}"),
      ([["a": ["b": ["title": "Fog"]]]], "{.}"), ([["a": ["n": 1]]], "{.}"),
      ([["a{": ["title": "Fog"]]], "{.}"),
      ([["a": ["title": "Fog"]], ["n": 1], ["n": 2]], "~ n: {n}"),
      ([["a{b": 1, "name": "n"]], "# {name}"),
    ] as [([JSONValue], String)])
  func guessNamesHeadingTextAndDetails(_ samples: [JSONValue], _ template: String) throws {
    let guessed = RowTemplate(guessedFrom: samples)
    #expect(guessed.description == template)
    #expect(RowTemplate(guessedFrom: samples.reversed()) == guessed)
    #expect(try RowTemplate(guessed.description) == guessed)
  }

  @Test func indentedLinesAreTheSameValue() throws {
    let long = JSONValue.string(String(repeating: "x", count: 100))
    let values: [JSONValue] = [
      .null, 1, "a\n\u{1B}\"", [], [:], [1, [2, []]],
      ["b": [:], "a": ["c": [long, long], "d": [1]]],
      .array(Array(repeating: long, count: 3)), [["k": 1], .null],
    ]
    for value in values {
      let lines = value.indentedLines
      #expect(try JSONParser().parse(lines.joined(separator: "\n")) == value)
      #expect(lines.allSatisfy { !$0.contains("\n") })
    }
    #expect(
      JSONValue.object(["b": ["x", "y"], "a": [:]]).indentedLines
        == ["{", #"  "a": {},"#, #"  "b": ["x", "y"]"#, "}"])
  }
}
