import RosterCore
import RosterJSON
import RosterLog
import Testing

@Suite struct ChangesetLogWriterTests {
  @Test func partsAreInTheOrderOfTheFormat() {
    let changeset = Changeset<JSONValue, JSONValue> {
      $0.insertSection(at: 4)
      $0.insertSection(at: 1, ["title": "B"])
      $0.moveSection(from: 2, to: 0)
      $0.removeSection(at: 3)
      $0.updateSection(at: 1, nil)
      $0.updateSection(at: 0, ["title": "A"])
      $0.insertItem(["t": "x", "a": 0.5], at: ItemPath(section: 0, item: 0))
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 1, item: 0))
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.updateItem(at: ItemPath(section: 0, item: 1), .null)
    }
    let logged = LoggedChangeset(
      changeset, origin: "\"o\"", at: "now", userInfo: ["k": [true]],
      group: "typing", undo: UndoScope("drawing"))
    let expected =
      #"{"changeset":{"updatedItems":[[[0,1],null]],"removedItems":[[0,0]],"#
      + #""movedItems":[[[0,2],[1,0]]],"insertedItems":[[[0,0],{"a":0.5,"t":"x"}]],"#
      + #""updatedSections":[[0,{"title":"A"}],[1,null]],"removedSections":[3],"#
      + #""movedSections":[[2,0]],"insertedSections":[[1,{"title":"B"}],4]},"#
      + #""origin":"\"o\"","at":"now","userInfo":{"k":[true]},"group":"typing","undo":"drawing"}"#
    #expect(ChangesetLogWriter.line(.changeset(logged)) == expected)
  }

  @Test func emptyPartsAreLeftOut() {
    let line = ChangesetLogWriter.line(.changeset(LoggedChangeset(Changeset())))
    #expect(line == #"{"changeset":{}}"#)
  }

  @Test func expectationIsWrittenWithAllItsParts() {
    var expectation = Expectation()
    #expect(ChangesetLogWriter.line(.expect(expectation)) == #"{"expect":{}}"#)
    expectation.sections = [["a", "b"], []]
    expectation.sectionModels = ["A", nil]
    expectation.counts = [2, 0]
    expectation.revision = 7
    expectation.fingerprint = "f"
    expectation.error = ExpectedError(
      kind: .changeset(.moveItem), reason: .conflict, section: 0, item: -1)
    let expected =
      #"{"expect":{"sections":[["a","b"],[]],"sectionModels":["A",null],"counts":[2,0],"#
      + #""revision":7,"fingerprint":"f","#
      + #""error":{"kind":"moveItem","reason":"conflict","section":0,"item":-1}}}"#
    #expect(ChangesetLogWriter.line(.expect(expectation)) == expected)
  }

  @Test func headerAndReopenAreWritten() {
    let header = ChangesetLogHeader(name: "n", others: ["b": 1, "a": [], "name": "ignored"])
    #expect(ChangesetLogWriter.line(header) == #"{"changesetLog":1,"name":"n","a":[],"b":1}"#)
    #expect(ChangesetLogWriter.line(ChangesetLogHeader()) == #"{"changesetLog":1}"#)
    #expect(ChangesetLogWriter.line(.reopen) == #"{"reopen":true}"#)
    #expect(ChangesetLogWriter.line(.undo) == #"{"undo":true}"#)
    #expect(ChangesetLogWriter.line(.redo) == #"{"redo":true}"#)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func whatIsWrittenIsReadBackEqual(seed: UInt64) throws {
    var random = RandomLog(seed: seed)
    let header = ChangesetLogHeader(name: "seed \(seed)", others: ["seed": .number(Double(seed))])
    let entries = (0..<50).map { _ in random.entry() }
    var bytes: [UInt8] = []
    ChangesetLogWriter.append(header, to: &bytes)
    for entry in entries { ChangesetLogWriter.append(entry, to: &bytes) }
    var reader = try ChangesetLogReader(bytes)
    #expect(reader.header == header)
    for (index, entry) in entries.enumerated() {
      let line = try reader.next()
      #expect(line?.number == index + 2)
      #expect(line?.entry == entry, "seed \(seed): \(ChangesetLogWriter.line(entry))")
    }
    #expect(try reader.next() == nil)
  }
}
