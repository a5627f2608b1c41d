import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Scopes: paths")
struct ScopePathTests {
  private let row = ScopeKey(typeName: "Row", identifier: 7)
  private let like = ScopeKey(typeName: "Like", ordinal: 1)

  @Test func aPathHasTheKeysItWasMadeOf() {
    let path = ScopePath([row, like])
    #expect(path.keys == [row, like])
    #expect(path.depth == 2)
    #expect(path.key == like)
    #expect(path.parent == ScopePath([row]))
    #expect(path == ScopePath.root.appending(row).appending(like))
  }

  @Test func theRootHasNoKeyAndNoParent() {
    #expect(ScopePath.root.keys.isEmpty)
    #expect(ScopePath.root.depth == 0)
    #expect(ScopePath.root.key == nil)
    #expect(ScopePath.root.parent == nil)
    #expect(ScopePath([]) == .root)
    #expect(ScopePath([row]).parent == .root)
  }

  @Test func everyPartOfEveryKeyTellsPathsApart() {
    let paths = [
      [], [row], [like], [row, like], [like, row], [row, row], [row, like, row],
      [ScopeKey(typeName: "Row", identifier: "7")], [ScopeKey(typeName: "Row")],
      [ScopeKey(typeName: "Row", identifier: 7, ordinal: 1)],
      [ScopeKey(typeName: "Row", identifier: 8)], [ScopeKey(typeName: "row", identifier: 7)],
      [ScopeKey(typeName: "Row", identifier: "")],
    ].map { ScopePath($0) }
    #expect(Set(paths).count == paths.count)
    for (index, path) in paths.enumerated() {
      #expect(paths.map { $0 == path } == paths.indices.map { $0 == index })
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func pathsAreEqualIfTheirTextsAreTheSameBytes(seed: UInt64) {
    var random = RandomScopes(seed: seed)
    let paths = (0..<40).map { _ in random.path() }
    for path in paths {
      let copy = ScopePath(path.keys)
      #expect(copy == path && copy.hashValue == path.hashValue, "seed \(seed): \(path)")
      for other in paths {
        let isSame = path.description.utf8.elementsEqual(other.description.utf8)
        #expect((path == other) == isSame, "seed \(seed): \(path) and \(other)")
      }
    }
  }

  /// Swift takes the two for equal; a database does not.
  @Test func namesThatOnlyLookAlikeAreTwo() {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    #expect(composed == decomposed)
    let keys = [
      ScopeKey(typeName: composed), ScopeKey(typeName: decomposed),
      ScopeKey(typeName: "Row", identifier: .text(composed)),
      ScopeKey(typeName: "Row", identifier: .text(decomposed)),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(Set(keys.map { ScopePath([$0]) }).count == keys.count)
    #expect(ScopePath([keys[0]]) != ScopePath(ScopePath([keys[1]]).description))
  }

  /// Freed from the last key to the first, without one stack frame a key.
  @Test func aPathMayBeLongerThanTheStackIsDeep() throws {
    let text = Array(repeating: "Row", count: 500_000).joined(separator: "/")
    var path = ScopePath(text)
    #expect(path?.depth == 500_000)
    let shared = try #require(path?.parent)
    path = nil
    #expect(shared.depth == 499_999)
    #expect(shared.description == text.dropLast(4))
  }

  @Test func aKeyWithoutANameTraps() async {
    await #expect(processExitsWith: .failure) { _ = ScopeKey(typeName: "") }
    await #expect(processExitsWith: .failure) { _ = ScopeKey(typeName: "Row", ordinal: -1) }
  }
}
