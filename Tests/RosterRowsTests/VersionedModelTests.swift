import RosterCore
import RosterRows
import Testing

@Suite("Models with versions")
struct VersionedModelTests {
  /// The version that the type has is a matter of the test.
  private struct Empty: VersionedModel, Equatable {
    static var modelVersion: Int { 2 }

    static func model(migrating earlier: EarlierModel) throws -> Empty { Empty() }
  }

  /// Was a text.
  private struct Name: VersionedModel, Equatable {
    static var modelVersion: Int { 3 }
    var first: String
    var last: String?

    static func model(migrating earlier: EarlierModel) throws -> Name {
      switch earlier.version {
      case 1: Name(first: try earlier.decode(String.self))
      default: throw StorageError(.failed, "there was no version \(earlier.version)")
      }
    }
  }

  private struct Number: VersionedModel {
    static var modelVersion: Int { 1 }
    var value: Int

    init(value: Int) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Int(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    static func model(migrating earlier: EarlierModel) throws -> Number { Number(value: 0) }
  }

  private struct Stamped: VersionedModel {
    enum CodingKeys: String, CodingKey {
      case version = "$version"
      case price = "$price"
    }

    static var modelVersion: Int { 4 }
    var version: Int?
    var price: Int?

    static func model(migrating earlier: EarlierModel) throws -> Stamped { Stamped() }
  }

  private struct Unversioned: VersionedModel {
    static var modelVersion: Int { 0 }

    static func model(migrating earlier: EarlierModel) throws -> Unversioned { Unversioned() }
  }

  private func code(_ body: () throws -> some Any) -> StorageError.Code? {
    #expect(throws: StorageError.self) { _ = try body() }?.code
  }

  @Test func aModelWithoutMembersHasAVersion() throws {
    let codec = JSONModelCodec<Empty>()
    #expect(try codec.encode(Empty()) == .text(#"{"$version":2}"#))
    for text in ["{}", #"{"$version":2}"#, #"{"$version":1,"x":[]}"#] {
      #expect(try codec.decode(.text(text)) == Empty())
    }
  }

  @Test func theFirstVersionIsNotWritten() throws {
    struct First: VersionedModel, Equatable {
      static var modelVersion: Int { 1 }
      var id = 7

      static func model(migrating earlier: EarlierModel) throws -> First { First() }
    }
    let codec = JSONModelCodec<First>()
    #expect(try codec.encode(First()) == .text(#"{"id":7}"#))
    #expect(try codec.decode(.text(#"{"id":7}"#)) == First())
    #expect(code { try codec.decode(.text(#"{"$version":2,"id":7}"#)) } == .newerModel)
  }

  @Test func anEarlierModelMayHaveBeenNoObject() throws {
    let codec = JSONModelCodec<Name>()
    #expect(try codec.decode(.text(#""Ada""#)) == Name(first: "Ada"))
    #expect(
      try codec.decode(.text(#"{"$version":3,"first":"Ada","last":"Lovelace"}"#))
        == Name(first: "Ada", last: "Lovelace"))
  }

  @Test func eachVersionNeedsToKnowOnlyTheOneBefore() throws {
    struct Person: VersionedModel, Equatable {
      static var modelVersion: Int { 4 }
      var name: Name
      var age: Int

      static func model(migrating earlier: EarlierModel) throws -> Person {
        Person(name: try earlier.decode(Name.self), age: earlier.version)
      }
    }
    let codec = JSONModelCodec<Person>()
    #expect(try codec.decode(.text(#""Ada""#)) == Person(name: Name(first: "Ada"), age: 1))
    #expect(
      try codec.decode(.text(#"{"$version":3,"first":"Ada"}"#))
        == Person(name: Name(first: "Ada"), age: 3))
    #expect(code { try codec.decode(.text(#"{"$version":2,"first":"Ada"}"#)) } == .failed)
  }

  /// The version is that of the codec, and no member of the model.
  @Test func aModelThatHasAllMembersDoesNotSeeItsVersion() throws {
    struct Labels: VersionedModel, Equatable {
      static var modelVersion: Int { 2 }
      var labels: [String: String]

      init(_ labels: [String: String]) { self.labels = labels }
      init(from decoder: any Decoder) throws { labels = try [String: String](from: decoder) }
      func encode(to encoder: any Encoder) throws { try labels.encode(to: encoder) }
      static func model(migrating earlier: EarlierModel) throws -> Labels {
        Labels(try earlier.decode([String: String].self))
      }
    }
    struct Later: VersionedModel, Equatable {
      static var modelVersion: Int { 3 }
      var names: [String]
      static func model(migrating earlier: EarlierModel) throws -> Later {
        Later(names: try earlier.decode([String: String].self).keys.sorted())
      }
    }
    let (codec, later) = (JSONModelCodec<Labels>(), JSONModelCodec<Later>())
    for labels in [[:], ["a": "x"], ["!": "x", "z": "$version"], ["a": "{\"$version\":7}"]] {
      let stored = try codec.encode(Labels(labels))
      #expect(try codec.decode(stored) == Labels(labels))
      #expect(try later.decode(stored) == Later(names: labels.keys.sorted()))
    }
    // As another writer orders members, and with spaces.
    let stored = StoredValue.text(#"{ "!":"x" , "$version" : 2, "z":"y" }"#)
    #expect(try codec.decode(stored) == Labels(["!": "x", "z": "y"]))
    #expect(try later.decode(stored) == Later(names: ["!", "z"]))
    // A model within has no version of its own.
    #expect(
      try codec.decode(.text(#"{"$version":2,"a":"$version"}"#)) == Labels(["a": "$version"]))
  }

  /// An earlier type that does not know a version is a mistake of this release, and nothing that an update mends.
  @Test func aMigrationThatForgetsAVersionIsNoLaterModel() throws {
    struct Third: VersionedModel {
      static var modelVersion: Int { 4 }
      static func model(migrating earlier: EarlierModel) throws -> Third {
        _ = try earlier.decode(Empty.self)
        return Third()
      }
    }
    let error = #expect(throws: StorageError.self) {
      try JSONModelCodec<Third>().decode(.text(#"{"$version":3}"#))
    }
    #expect(error?.code == .undecodable)
    #expect((error?.cause as? StorageError)?.code == .newerModel)
  }

  @Test func whatDoesNotMigrateIsSaidSo() throws {
    let codec = JSONModelCodec<Name>()
    let error = #expect(throws: StorageError.self) { try codec.decode(.text("[]")) }
    #expect(error?.code == .undecodable && error?.cause is DecodingError)
    #expect(error?.message == "version 1 of Name does not become version 3")
    #expect(code { try codec.decode(.text(#"{"$version":2}"#)) } == .failed)
    #expect(code { try codec.decode(.text(#"{"$version":4}"#)) } == .newerModel)
    for version in ["0", "-1", "1.5", #""3""#, "[]", "99999999999999999999"] {
      #expect(
        code { try codec.decode(.text(#"{"$version":\#(version),"first":"Ada"}"#)) }
          == .undecodable, "\(version)")
    }
    #expect(code { try codec.decode(.text(#"{"$version":3}"#)) } == .undecodable)
    #expect(code { try codec.decode(.text("{")) } == .undecodable)
    #expect(code { try codec.decode(.blob([])) } == .undecodable)
  }

  @Test func aVersionHasNoPlaceOutsideOfAnObject() throws {
    #expect(code { try JSONModelCodec<Number>().encode(Number(value: 1)) } == .unencodable)
    #expect(code { try JSONModelCodec<Unversioned>().encode(Unversioned()) } == .unencodable)
    let codec = JSONModelCodec<Stamped>()
    #expect(code { try codec.encode(Stamped(version: 3)) } == .unencodable)
    #expect(try codec.encode(Stamped(price: 3)) == .text(#"{"$version":4,"$price":3}"#))
  }
}
