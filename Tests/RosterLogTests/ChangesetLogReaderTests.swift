import RosterCore
import RosterJSON
import RosterLog
import Testing

@Suite struct ChangesetLogReaderTests {
  private let lines = [
    #"{"changesetLog":1,"name":"näme","by":{"x":1}}"#, #"{"changeset":{"insertedSections":[0]}}"#,
    #"{"changeset":{"insertedItems":[[[0,0],"😀"]]}}"#, #"{"expect":{"counts":[1]}}"#,
    #"{"reopen":true}"#,
  ]

  @Test func headerKeepsItsOtherKeys() throws {
    let reader = try ChangesetLogReader(lines.joined(separator: "\n").utf8)
    #expect(reader.header == ChangesetLogHeader(name: "näme", others: ["by": ["x": 1]]))
  }

  @Test func headerNeedsNoName() throws {
    #expect(try ChangesetLogReader(log()).header == ChangesetLogHeader())
  }

  @Test(arguments: ["\n", "\r\n", "\n\n", "\r\n \t\r\n"], [true, false])
  func lineEndsAndBlankLinesDoNotMatter(separator: String, endsWithOne: Bool) throws {
    let text = lines.joined(separator: separator) + (endsWithOne ? separator : "")
    var reader = try ChangesetLogReader(text.utf8)
    let step = separator.utf8.count { $0 == UInt8(ascii: "\n") }
    let read = try reader.rest()
    #expect(read.map(\.number) == (1...4).map { $0 * step + 1 })
    #expect(read.last?.entry == .reopen)
  }

  @Test func blankLinesBeforeTheHeaderCount() throws {
    var reader = try ChangesetLogReader(Array("\n\n".utf8) + log(#"{"reopen":true}"#))
    #expect(try reader.next()?.number == 4)
  }

  @Test(arguments: 1...120)
  func chunksMayEndAnywhere(chunkSize: Int) throws {
    let text = Array(lines.joined(separator: "\r\n").utf8)
    var whole = try ChangesetLogReader(text)
    var chunks = [text[...]]
    while let last = chunks.popLast(), !last.isEmpty {
      chunks += [last.prefix(chunkSize), [], last.dropFirst(chunkSize)]
    }
    var source = chunks.makeIterator()
    var reader = try ChangesetLogReader { source.next().map(Array.init) }
    #expect(reader.header == whole.header)
    #expect(try reader.rest() == whole.rest())
  }

  @Test func noMoreIsReadThanTheNextLineNeeds() throws {
    var chunkCount = 0
    var reader = try ChangesetLogReader {
      chunkCount += 1
      return chunkCount == 1 ? log("") : Array(#"{"reopen":true}"#.utf8) + [UInt8(ascii: "\n")]
    }
    #expect(chunkCount == 1)
    for number in 2...1_000 {
      #expect(try reader.next()?.number == number)
      #expect(chunkCount == number)
    }
  }

  @Test func errorsOfTheSourceArePassedOn() throws {
    struct SourceFailure: Error {}
    var chunks = [log(#"{"reopen":true}"#)]
    var reader = try ChangesetLogReader {
      guard let chunk = chunks.popLast() else { throw SourceFailure() }
      return chunk
    }
    #expect(throws: SourceFailure.self) { try reader.next() }
    chunks = [[]]
    #expect(throws: SourceFailure.self) { try reader.next() }
  }

  @Test func endIsTheEndEachTime() throws {
    var reader = try ChangesetLogReader(log())
    #expect(try reader.next() == nil)
    #expect(try reader.next() == nil)
  }
}
