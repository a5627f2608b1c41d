import RosterCore
import RosterTestSupport
import Testing

struct ScopePathTextTests {
  @Test func textNamesTypesIdentifiersAndOrdinals() {
    let path = ScopePath([
      ScopeKey(typeName: "Feed.Row", identifier: "post/7"),
      ScopeKey(typeName: "Feed.Like%Button", ordinal: 1), ScopeKey(typeName: "é", identifier: -3),
    ])
    #expect(path.description == #"Feed.Row["post/7"]/Feed.Like%25Button#1/é[-3]"#)
    #expect(ScopePath(path.description) == path)
  }

  @Test func rootIsTheEmptyText() {
    #expect(ScopePath.root.description.isEmpty)
    #expect(ScopePath("") == .root)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func everyPathIsReadBackFromItsText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let letters: [Character] = [
      "a", "b", "%", "/", "[", "]", "#", "\"", "\\", "\n", "\u{0}", "\u{7f}", "é", "😀", "1", "-",
    ]
    func text(_ random: inout SplitMix64, from count: Int) -> String {
      String((0..<count + random.index(below: 4)).map { _ in letters[random.index(below: 16)] })
    }
    let path = ScopePath(
      (0..<random.index(below: 4)).map { _ in
        let identifier: ScopeIdentifier? =
          switch random.index(below: 3) {
          case 0: nil
          case 1: .text(text(&random, from: 0))
          default: .number(random.happens(percent: 20) ? .min : random.index(below: 200) - 100)
          }
        return ScopeKey(
          typeName: text(&random, from: 1), identifier: identifier,
          ordinal: random.index(below: 3))
      })
    #expect(ScopePath(path.description) == path)
  }

  @Test(arguments: [
    "/", "A/", "/A", "A//B", "[1]", "#1", "A#0", "A#01", "A#-1", "A#", "A#1#1", "A[", "A[]", "A[1",
    "A[01]", "A[+1]", "A[--1]", "A[1.0]", "A[99999999999999999999]", "A[b]", #"A[""#, #"A["b]"#,
    #"A["b"#, #"A["b\"]"#, #"A["b\"#, #"A["\u0041"]"#, #"A["\/"]"#, #"A["b"]]"#, "A[1]B", "A%",
    "A%2", "A%41", "A%2f", "A%+F", "A%C3", "A\n", "A\u{7f}",
  ])
  func textThatNoPathGivesIsRefused(text: String) {
    #expect(ScopePath(text) == nil)
  }

  @Test func keysAreComparedCodePointByCodePoint() {
    let composed = "\u{e9}"
    let decomposed = "e\u{301}"
    #expect(ScopeKey(typeName: composed) != ScopeKey(typeName: decomposed))
    #expect(ScopeIdentifier.text(composed) != .text(decomposed))
    #expect(ScopeIdentifier.text(composed) == .text("\u{e9}"))
    let paths = Set(
      [composed, decomposed].map { text in
        ScopePath([ScopeKey(typeName: "A", identifier: .text(text))])
      })
    #expect(paths.count == 2)
    #expect(Set(paths.map { Array($0.description.utf8) }).count == 2)
  }

  @Test func pathsMadeInSeveralWaysAreEqual() {
    let keys = [ScopeKey(typeName: "A", identifier: 1), ScopeKey(typeName: "B", ordinal: 1)]
    let path = ScopePath.root.appending(keys[0]).appending(keys[1])
    #expect(path == ScopePath(keys))
    #expect(path.hashValue == ScopePath(keys).hashValue)
    #expect(path.keys == keys)
    #expect(path.depth == 2)
    #expect(path.key == keys[1])
    #expect(path.parent == ScopePath([keys[0]]))
    #expect(path.parent?.parent == .root)
    #expect(ScopePath.root.parent == nil)
    #expect(path != path.parent)
  }
}
