import Foundation
import GRDB
import RosterCore
import RosterJSON
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Codecs")
struct CodecTests {
  private struct Track: Codable, Sendable, Equatable {
    var title: String
    var seconds: Int?
    var tags: [String] = []
  }

  /// Puts a value into a list and takes it out again.
  private func stored(_ value: StoredValue) throws -> StoredValue? {
    var found: StoredValue?
    try withStore { temporary in
      let list = try temporary.list()
      var builder = CommitGroupBuilder(try list.load())
      try builder.add(newSection(["replaced"]))
      var group = builder.group
      group.changes[0] = group.changes[0].with(
        insertedItems: [value], insertedSections: [value])
      try list.commit(group)
      found = try list.models(of: [ItemID(rawValue: 1)], at: 1).first ?? nil
      #expect(try list.models(of: [SectionID(rawValue: 1)], at: 1) == [found])
    }
    return found
  }

  private func expectRoundTrip<Codec: ModelCodec>(
    _ models: [Codec.Model], _ codec: Codec, sourceLocation: SourceLocation = #_sourceLocation
  ) throws where Codec.Model: Equatable {
    for model in models {
      let value = try stored(codec.encode(model))
      let decoded = try codec.decode(try #require(value))
      #expect(decoded == model, sourceLocation: sourceLocation)
    }
  }

  @Test func codableModelsComeBack() throws {
    try expectRoundTrip(
      [
        Track(title: "", seconds: nil), Track(title: "a/b \"c\" \u{0} 🦆 e\u{301}", seconds: -1),
        Track(title: "t", seconds: .max, tags: ["x", ""]),
      ], JSONModelCodec<Track>())
    try expectRoundTrip([0, .min], JSONModelCodec<Int>())
    try expectRoundTrip([nil, "x"], JSONModelCodec<String?>())
  }

  @Test func longNumbersComeBack() throws {
    try expectRoundTrip([.min, .max, 738_529_527_931_269_425], JSONModelCodec<Int64>())
    try expectRoundTrip([1 << 53 + 1, .max], JSONModelCodec<UInt64>())
    try expectRoundTrip(
      [0.1, try #require(Decimal(string: "12345678901234567890.1234567890"))],
      JSONModelCodec<Decimal>())
    let texts = [#"{"id":738529527931269425}"#, "18446744073709551615", "0.10000000000000001"]
    let values = try texts.map { try JSONParser().parse($0) }
    try expectRoundTrip(values, CanonicalJSONCodec())
    try expectRoundTrip(Array(values.dropLast()), JSONModelCodec<JSONValue>())
    #expect(try values.map { try CanonicalJSONCodec().encode($0) } == texts.map { .text($0) })
  }

  @Test func aNumberThatAnEncoderRoundsIsRefused() throws {
    let value = try JSONParser().parse("[0.10000000000000001]")
    let error = #expect(throws: StorageError.self) {
      try JSONModelCodec<JSONValue>().encode(value)
    }
    #expect(error?.code == .unencodable)
  }

  @Test func bytesComeBack() throws {
    try expectRoundTrip(
      [[], [0], Array(0...255), Array(repeating: 7, count: 100_000)], BytesCodec())
  }

  @Test func textComesBack() throws {
    try expectRoundTrip(
      [
        "", "plain", "\u{0}", "a\u{0}b", "e\u{301}", "🦆", String(repeating: "long ", count: 20_000),
      ],
      TextCodec())
  }

  @Test func jsonComesBack() throws {
    try expectRoundTrip(
      [.null, true, 1.5, "x", [], [1, [2]], ["b": 1, "a": ["c": .null]]], CanonicalJSONCodec())
  }

  @Test func equalModelsAreStoredAsEqualText() throws {
    #expect(try CanonicalJSONCodec().encode(["b": 1.0, "a": 2]) == .text(#"{"a":2,"b":1}"#))
    #expect(
      try JSONModelCodec<Track>().encode(Track(title: "a/b", seconds: 1))
        == .text(#"{"seconds":1,"tags":[],"title":"a/b"}"#))
  }

  @Test(arguments: [
    StoredValue.null, .text(""), .text("{"), .text("[1]"), .text(#"{"title":1}"#),
    .blob([0x7b, 0x7d]),
  ])
  func whatDoesNotDecodeIsUndecodableAndStays(value: StoredValue) throws {
    let found = try #require(try stored(value))
    #expect(found == value)
    #expect(storageErrorCode { _ = try JSONModelCodec<Track>().decode(found) } == .undecodable)
    if value != .text("[1]"), value != .text(#"{"title":1}"#) {
      #expect(storageErrorCode { _ = try CanonicalJSONCodec().decode(found) } == .undecodable)
    }
  }

  @Test func aCodecRefusesTheFormOfAnother() {
    #expect(storageErrorCode { _ = try BytesCodec().decode(.text("x")) } == .undecodable)
    #expect(storageErrorCode { _ = try BytesCodec().decode(.null) } == .undecodable)
    #expect(storageErrorCode { _ = try TextCodec().decode(.blob([1])) } == .undecodable)
    #expect(storageErrorCode { _ = try TextCodec().decode(.null) } == .undecodable)
  }

  @Test func aModelThatDoesNotEncodeIsUnencodable() {
    #expect(storageErrorCode { _ = try JSONModelCodec<Double>().encode(.nan) } == .unencodable)
  }

  @Test func aMessageAboutAModelDoesNotHoldTheModel() throws {
    let error = #expect(throws: StorageError.self) {
      try JSONModelCodec<Track>().decode(.text(#"{"title":["secret"]}"#))
    }
    #expect(error?.message.contains("secret") == false)
  }

  @Test func aNumberFromASQLShellReadsAsText() throws {
    try withStore { temporary in
      let list = try temporary.list()
      _ = try list.commit(newSection(["1"]), on: list.load())
      let set = { (sql: String) in try temporary.store.pool.write { try $0.execute(sql) } }
      for number in ["12", "1.5"] {
        try set("UPDATE item SET model = \(number)")
        #expect(try list.models(of: [ItemID(rawValue: 1)], at: 1) == [.text(number)])
      }
      try set("UPDATE item SET model = '1'")
    }
  }
}
