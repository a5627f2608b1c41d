import RosterCore
import RosterJSON
import RosterLog
import Testing

@Suite struct LogEntryTests {
  @Test func changesetIsReadWithAllItsParts() throws {
    let line = #"""
      {"changeset":{"updatedItems":[[[0,1],{"t":"b2"}]],"removedItems":[[0,0],[-1,2]],
      "movedItems":[[[0,2],[1,0]]],"insertedItems":[[[0,0],{"t":"x"}]],
      "updatedSections":[[0,{"title":"A"}],[1,null]],"removedSections":[3],"movedSections":[[2,0]],
      "insertedSections":[[1,{"title":"B"}],4,[5,null]]}}
      """#.replacing("\n", with: "")
    let expected = Changeset<JSONValue, JSONValue> {
      $0.updateItem(at: ItemPath(section: 0, item: 1), ["t": "b2"])
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.removeItem(at: ItemPath(section: -1, item: 2))
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 0))
      $0.insertItem(["t": "x"], at: ItemPath(section: 0, item: 0))
      $0.updateSection(at: 0, ["title": "A"])
      $0.updateSection(at: 1, nil)
      $0.removeSection(at: 3)
      $0.moveSection(from: 2, to: 0)
      $0.insertSection(at: 1, ["title": "B"])
      $0.insertSection(at: 4)
      $0.insertSection(at: 5)
    }
    #expect(try entry(line) == .changeset(LoggedChangeset(expected)))
  }

  /// No list has so many rows, which is for the verification to say.
  @Test(arguments: [1 << 53 + 1, Int.max, Int.min]) func anyIndexIsReadAndWrittenBack(index: Int)
    throws
  {
    let path = "[\(index),\(index)]"
    let line = #"""
      {"changeset":{"updatedItems":[[\#(path),1]],"removedItems":[\#(path)],
      "movedItems":[[\#(path),\#(path)]],"insertedItems":[[\#(path),2]],"updatedSections":[[\#(index),3]],"removedSections":[\#(index)],
      "movedSections":[[\#(index),\#(index)]],"insertedSections":[\#(index),[\#(index),4]]}}
      """#.replacing("\n", with: "")
    let everywhere = ItemPath(section: index, item: index)
    let expected = Changeset<JSONValue, JSONValue> {
      $0.updateItem(at: everywhere, 1)
      $0.removeItem(at: everywhere)
      $0.moveItem(from: everywhere, to: everywhere)
      $0.insertItem(2, at: everywhere)
      $0.updateSection(at: index, 3)
      $0.removeSection(at: index)
      $0.moveSection(from: index, to: index)
      $0.insertSection(at: index)
      $0.insertSection(at: index, 4)
    }
    #expect(try entry(line) == .changeset(LoggedChangeset(expected)))
    #expect(ChangesetLogWriter.line(.changeset(LoggedChangeset(expected))) == line)
    var expectation = Expectation()
    expectation.error = ExpectedError(section: index, item: index)
    let expectLine = #"{"expect":{"error":{"section":\#(index),"item":\#(index)}}}"#
    #expect(try entry(expectLine) == .expect(expectation))
    #expect(ChangesetLogWriter.line(.expect(expectation)) == expectLine)
  }

  @Test func originTimeUserInfoAndGroupAreRead() throws {
    let line =
      #"{"origin":"o","changeset":{},"group":"g","userInfo":{"a":[1]},"at":"2026-01-31T10:00:00Z"}"#
    let expected = LoggedChangeset(
      Changeset(), origin: "o", at: "2026-01-31T10:00:00Z", userInfo: ["a": [1]], group: "g")
    #expect(try entry(line) == .changeset(expected))
  }

  @Test(arguments: [
    (#""drawing""#, UndoScope("drawing")), (#""""#, UndoScope("")), ("false", .none),
  ])
  func theScopeOfUndoIsRead(text: String, scope: UndoScope) throws {
    let line = #"{"changeset":{},"undo":\#(text)}"#
    let logged = LoggedChangeset(Changeset(), undo: scope)
    #expect(try entry(line) == .changeset(logged))
    #expect(ChangesetLogWriter.line(.changeset(logged)) == line)
    #expect(logged.annotation.undo == scope)
  }

  @Test func nullIsAModel() throws {
    let expected = Changeset<JSONValue, JSONValue> {
      $0.insertItem(.null, at: ItemPath(section: 0, item: 0))
    }
    let line = #"{"changeset":{"insertedItems":[[[0,0],null]]}}"#
    #expect(try entry(line) == .changeset(LoggedChangeset(expected)))
  }

  @Test func integersOf53BitsAreIndexes() throws {
    let line = #"{"changeset":{"removedSections":[9007199254740992,-9007199254740992,1e3,2.0]}}"#
    guard case .changeset(let logged) = try entry(line) else { return }
    #expect(
      logged.changeset.outline.removedSections
        == [-9_007_199_254_740_992, 2, 1000, 9_007_199_254_740_992])
  }

  @Test func expectationIsReadWithAllItsParts() throws {
    let line = #"""
      {"expect":{"sections":[["a",null],[]],"sectionModels":[{"title":"A"},null],"counts":[2,0],
      "revision":7,"fingerprint":"a9430eab8057ae18",
      "error":{"kind":"insertItem","reason":"outOfBounds","section":0,"item":-3}}}
      """#.replacing("\n", with: "")
    var expected = Expectation()
    expected.sections = [["a", .null], []]
    expected.sectionModels = [["title": "A"], nil]
    expected.counts = [2, 0]
    expected.revision = 7
    expected.fingerprint = "a9430eab8057ae18"
    expected.error = ExpectedError(
      kind: .changeset(.insertItem), reason: .outOfBounds, section: 0, item: -3)
    #expect(try entry(line) == .expect(expected))
  }

  @Test func expectationsMayBeEmpty() throws {
    #expect(try entry(#"{"expect":{}}"#) == .expect(Expectation()))
    var anyError = Expectation()
    anyError.error = ExpectedError()
    #expect(try entry(#"{"expect":{"error":{}}}"#) == .expect(anyError))
  }

  @Test func reopenIsRead() throws {
    #expect(try entry(#"{"reopen":true}"#) == .reopen)
    #expect(try entry(#"{"undo":true}"#) == .undo)
    #expect(try entry(#"{"redo":true}"#) == .redo)
  }

  @Test func expectedErrorMatchesOnWhatItStates() {
    let refusal = EntryRefusal.changeset(
      ChangesetError(kind: .moveItem, reason: .conflict, section: 1, item: 2))
    let moveItem = EntryRefusal.Kind.changeset(.moveItem)
    #expect(ExpectedError().matches(refusal))
    #expect(ExpectedError(kind: moveItem, reason: .conflict, section: 1, item: 2).matches(refusal))
    #expect(!ExpectedError(kind: .changeset(.removeItem)).matches(refusal))
    #expect(!ExpectedError(kind: .setState).matches(refusal))
    #expect(!ExpectedError(reason: .duplicate).matches(refusal))
    #expect(!ExpectedError(section: 2).matches(refusal))
    #expect(!ExpectedError(item: 1).matches(refusal))
  }

  @Test func refusedContentHasThePlaceOfItsModel() {
    let path = ItemPath(section: 1, item: 2)
    let model = EntryRefusal.content(RefusedContent(.updateItem, at: path, "no key"))
    #expect(ExpectedError().matches(model))
    #expect(ExpectedError(kind: .changeset(.updateItem), section: 1, item: 2).matches(model))
    #expect(!ExpectedError(reason: .duplicate).matches(model))
    #expect(model.description == "updateItem at source path [1, 2]: no key")
    let duplicate = EntryRefusal.content(
      RefusedContent(.insertItem, at: path, reason: .duplicate, "taken"))
    #expect(ExpectedError(reason: .duplicate, section: 1).matches(duplicate))
    #expect(duplicate.description == "insertItem at target path [1, 2]: taken")
    let section = EntryRefusal.content(RefusedContent(.insertSection, atSection: 3, "deep"))
    #expect(section.description == "insertSection at target section 3: deep")
    #expect(section.item == nil)
  }

  @Test func whatARefusalDoesNotHaveIsLeftOut() {
    let refusal = EntryRefusal.content(RefusedContent("deep"))
    #expect(ExpectedError().matches(refusal))
    #expect(!ExpectedError(kind: .changeset(.insertItem)).matches(refusal))
    #expect(!ExpectedError(section: 0).matches(refusal))
    var bytes: [UInt8] = []
    BatchWriter.append(refused: refusal, line: 7, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"refused":{"line":7,"message":"deep"}}"# + "\n")
  }

  private func entry(_ line: String) throws -> ChangesetLogEntry? {
    var reader = try ChangesetLogReader(log(line))
    return try reader.next()?.entry
  }
}
