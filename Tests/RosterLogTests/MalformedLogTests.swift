import RosterJSON
import RosterLog
import Testing

@Suite struct MalformedLogTests {
  @Test(
    arguments: [
      ("", 1, nil, "the log is empty; it must start with a header"),
      ("\n \r\n", 1, nil, "the log is empty; it must start with a header"),
      ("{}", 1, nil, #"expected the header of a changeset log, {"changesetLog":1}"#),
      ("[1]", 1, nil, #"expected the header of a changeset log, {"changesetLog":1}"#),
      (
        "\n\n{\"reopen\":true}", 3, nil,
        #"expected the header of a changeset log, {"changesetLog":1}"#
      ),
      (#"{"changesetLog":"1"}"#, 1, nil, "changesetLog: expected an integer of at most 53 bits"),
      (#"{"changesetLog":0}"#, 1, nil, "there is no version 0 of changeset logs"),
      (
        #"{"changesetLog":2}"#, 1, nil,
        "version 2 of changeset logs is newer than 1, the newest that can be read here"
      ),
      (#"{"changesetLog":1,"name":7}"#, 1, nil, "name: expected a string"),
      (#"{"changesetLog" 1}"#, 1, 17, "expected ':' after an object key"),
    ] as [(String, Int, Int?, String)])
  func brokenHeaderIsRefused(text: String, line: Int, column: Int?, message: String) {
    let error = #expect(throws: ChangesetLogError.self) { try ChangesetLogReader(text.utf8) }
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (#"{"changeset":{"insertedItems":[[[0,0],{"id":1e400}]]}}"#, 45, "the number is too large"),
    (
      #"{"changeset":{"insertedItems":[[[0,0],{"id":1e-1101}]]}}"#, 45,
      "the number has more than 1100 digits behind the point"
    ),
  ])
  func numberThatIsNotKeptIsRefusedWithItsPath(line: String, column: Int, message: String) throws {
    var reader = try ChangesetLogReader(log(line))
    let error = #expect(throws: ChangesetLogError.self) { try reader.next() }
    #expect(error?.line == 2)
    #expect(error?.column == column)
    #expect(error?.message == "changeset.insertedItems[0][1].id: " + message)
  }

  @Test(arguments: [
    ("{}", #"expected "changeset", "state", "expect", "reopen", "undo" or "redo""#),
    ("[]", "expected an object"),
    ("null", "expected an object"),
    (#"{"changesetLog":1}"#, #"unknown key "changesetLog""#),
    (#"{"a\nb":1}"#, #"unknown key "a\nb""#),
    (#"{"reopen":false}"#, "reopen: expected true"),
    (#"{"reopen":true,"at":"now"}"#, #"unknown key "at""#),
    (#"{"undo":1}"#, "undo: expected true"),
    (#"{"undo":true,"redo":true}"#, #"unknown key "redo""#),
    (#"{"redo":false}"#, "redo: expected true"),
    (#"{"changeset":{},"group":7}"#, "group: expected a string"),
    (#"{"changeset":{},"undo":true}"#, "undo: expected the name of a scope, or false"),
    (#"{"changeset":{},"undo":null}"#, "undo: expected the name of a scope, or false"),
    (#"{"expect":[]}"#, "expect: expected an object"),
    (#"{"expect":{},"origin":"o"}"#, #"unknown key "origin""#),
    (#"{"changeset":{},"expect":{}}"#, #"unknown key "expect""#),
    (#"{"changeset":{},"zebra":1,"ape":2}"#, #"unknown key "ape""#),
    (#"{"changeset":1}"#, "changeset: expected an object"),
    (#"{"changeset":{},"origin":1}"#, "origin: expected a string"),
    (#"{"changeset":{},"at":null}"#, "at: expected a string"),
    (#"{"changeset":{},"userInfo":"x"}"#, "userInfo: expected an object"),
  ])
  func brokenEntryIsRefused(line: String, message: String) throws {
    try expectRefusal(of: line, message: message)
  }

  @Test(arguments: [
    (#""insertedItem":[]"#, #"unknown key "insertedItem""#),
    (#""removedItems":{}"#, "removedItems: expected an array"),
    (#""removedItems":null"#, "removedItems: expected an array"),
    (#""removedItems":[[0,0],[0]]"#, "removedItems[1]: expected an array of 2 elements"),
    (#""removedItems":[7]"#, "removedItems[0]: expected an array of 2 elements"),
    (#""removedItems":[[0,0.5]]"#, "removedItems[0]: expected an integer of at most 64 bits"),
    (#""removedItems":[[1e19,0]]"#, "removedItems[0]: expected an integer of at most 64 bits"),
    (#""removedItems":[[0,-1e19]]"#, "removedItems[0]: expected an integer of at most 64 bits"),
    (#""removedItems":[[0,1e30]]"#, "removedItems[0]: expected an integer of at most 64 bits"),
    (#""removedItems":[["0",0]]"#, "removedItems[0]: expected an integer of at most 64 bits"),
    (#""movedItems":[[[0,1]]]"#, "movedItems[0]: expected an array of 2 elements"),
    (#""movedItems":[[[0,1],[0]]]"#, "movedItems[0]: expected an array of 2 elements"),
    (#""insertedItems":[[0,1,"a"]]"#, "insertedItems[0]: expected an array of 2 elements"),
    (#""insertedItems":[[[0,1]]]"#, "insertedItems[0]: expected an array of 2 elements"),
    (#""updatedItems":["x"]"#, "updatedItems[0]: expected an array of 2 elements"),
    (#""updatedSections":[1]"#, "updatedSections[0]: expected an array of 2 elements"),
    (
      #""removedSections":[9223372036854775808]"#,
      "removedSections[0]: expected an integer of at most 64 bits"
    ),
    (#""removedSections":[[1]]"#, "removedSections[0]: expected an integer of at most 64 bits"),
    (#""removedSections":[true]"#, "removedSections[0]: expected an integer of at most 64 bits"),
    (#""movedSections":[[1,null]]"#, "movedSections[0]: expected an integer of at most 64 bits"),
    (#""insertedSections":[1,[2]]"#, "insertedSections[1]: expected an array of 2 elements"),
    (#""insertedSections":[1.5]"#, "insertedSections[0]: expected an integer of at most 64 bits"),
    (
      #""insertedSections":["x"]"#,
      "insertedSections[0]: expected a section or an array of a section and its model"
    ),
  ])
  func brokenChangesetIsRefused(parts: String, message: String) throws {
    let prefix = message.hasPrefix("unknown") ? "changeset: " : "changeset."
    try expectRefusal(of: "{\"changeset\":{\(parts)}}", message: prefix + message)
  }

  @Test(arguments: [
    (#""count":[]"#, #"expect: unknown key "count""#),
    (#""sections":[1]"#, "expect.sections[0]: expected an array"),
    (#""sections":{}"#, "expect.sections: expected an array"),
    (#""sectionModels":1"#, "expect.sectionModels: expected an array"),
    (#""counts":[1,"2"]"#, "expect.counts[1]: expected an integer of at most 53 bits"),
    (#""revision":"1""#, "expect.revision: expected an integer of at most 53 bits"),
    (#""fingerprint":1"#, "expect.fingerprint: expected a string"),
    (#""error":true"#, "expect.error: expected an object"),
    (#""error":{"path":[]}"#, #"expect.error: unknown key "path""#),
    (#""error":{"section":null}"#, "expect.error.section: expected an integer of at most 64 bits"),
    (
      #""error":{"reason":"hole"}"#,
      "expect.error.reason: expected a reason: outOfBounds, duplicate, conflict"
    ),
    (
      #""error":{"kind":"removeRow"}"#,
      "expect.error.kind: expected a kind: updateItem, updateSection, removeItem, removeSection, "
        + "moveSection, insertSection, insertItem, moveItem, setState"
    ),
  ])
  func brokenExpectationIsRefused(parts: String, message: String) throws {
    try expectRefusal(of: "{\"expect\":{\(parts)}}", message: message)
  }

  @Test func brokenJSONIsRefusedWithItsColumn() throws {
    var reader = try ChangesetLogReader(log(#"{"reopen":true}"#, "", #"{"origin":"é" 1}"#))
    #expect(try reader.next()?.number == 2)
    let error = #expect(throws: ChangesetLogError.self) { try reader.next() }
    #expect(error?.description == "line 4, column 15: expected ',' or '}' in an object")
  }

  @Test func byteOrderMarkIsNamed() {
    let error = #expect(throws: ChangesetLogError.self) {
      try ChangesetLogReader([0xEF, 0xBB, 0xBF] + Array(#"{"changesetLog":1}"#.utf8))
    }
    #expect(
      error?.description
        == "line 1, column 1: the text starts with a byte order mark (U+FEFF); save it without one")
  }

  @Test func lineThatIsTooLongEndsTheReading() throws {
    let header = #"{"changesetLog":1}"#
    let longest = #"{"origin":"\#(String(repeating: "x", count: 40))","state":[]}"#
    let limit = longest.utf8.count
    for (line, isTooLong) in [(longest, false), (longest + " ", true)] {
      for end in ["", "\n"] {
        var chunks = Array("\(header)\n\(line)\(end)".utf8).map { [$0] }[...]
        var reader = try ChangesetLogReader(lineByteCountMax: limit) { chunks.popFirst() }
        let error = #expect(throws: ChangesetLogError.self) { try reader.next() }
        #expect(error?.line == 2)
        #expect(
          error?.message
            == (isTooLong
              ? "the line has more than \(limit) bytes, which is the limit"
              : "state: expected at least one state"))
      }
    }
  }

  @Test func lineWithoutAnEndIsReadUpToTheLimitOnly() {
    var byteCount = 0
    let error = #expect(throws: ChangesetLogError.self) {
      try ChangesetLogReader(lineByteCountMax: 10_000) {
        byteCount += 1_000
        return [UInt8](repeating: 0, count: 1_000)
      }
    }
    #expect(error?.description == "line 1: the line has more than 10000 bytes, which is the limit")
    #expect(byteCount == 11_000)
  }

  @Test func keysThatDifferInTheirNormalizationAreBothKept() throws {
    var reader = try ChangesetLogReader(
      log("{\"changeset\":{},\"userInfo\":{\"\u{E9}\":1,\"e\u{301}\":2}}"))
    guard case .changeset(let logged) = try reader.next()?.entry else {
      Issue.record("expected a changeset")
      return
    }
    #expect(logged.userInfo == ["\u{E9}": 1, "e\u{301}": 2])
    var bytes: [UInt8] = []
    ChangesetLogWriter.append(.changeset(logged), to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(
        "{\"changeset\":{},\"userInfo\":{\"e\u{301}\":2,\"\u{E9}\":1}}\n".utf8))
  }

  @Test func readingGoesOnBehindABrokenLine() throws {
    var reader = try ChangesetLogReader(log("{", #"{"x":1}"#, #"{"reopen":true}"#))
    #expect(throws: ChangesetLogError.self) { try reader.next() }
    #expect(throws: ChangesetLogError.self) { try reader.next() }
    #expect(try reader.next() == ChangesetLogLine(number: 4, entry: .reopen))
    #expect(try reader.next() == nil)
  }

  private func expectRefusal(of line: String, message: String) throws {
    var reader = try ChangesetLogReader(log(line))
    let error = #expect(throws: ChangesetLogError.self) { try reader.next() }
    #expect(error?.message == message)
    #expect(error?.line == 2)
    #expect(error?.column == nil)
  }
}
