import Foundation
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Scopes: paths as text")
struct ScopePathTextTests {
  @Test(
    arguments: [
      ([], ""),
      ([ScopeKey(typeName: "Row")], "Row"),
      ([ScopeKey(typeName: "Row", ordinal: 2)], "Row#2"),
      ([ScopeKey(typeName: "Row", identifier: -7)], "Row[-7]"),
      ([ScopeKey(typeName: "Row", identifier: "")], #"Row[""]"#),
      ([ScopeKey(typeName: "Row", identifier: "7")], #"Row["7"]"#),
      (
        [
          ScopeKey(typeName: "Feed.Row", identifier: "post/7"),
          ScopeKey(typeName: "Feed.LikeButton", ordinal: 1),
        ], #"Feed.Row["post/7"]/Feed.LikeButton#1"#
      ),
      (
        [
          ScopeKey(
            typeName: "a/b[c]#d%e\u{0}\u{1f}\u{7f}\"é🦆", identifier: "]\"\\/\n#1", ordinal: 3)
        ],
        "a%2Fb%5Bc]%23d%25e%00%1F%7F\"é🦆[\"]\\\"\\\\/\\n#1\"]#3"
      ),
    ] as [([ScopeKey], String)])
  func everyPathHasOneText(keys: [ScopeKey], text: String) {
    let path = ScopePath(keys)
    #expect(path.description == text)
    #expect(ScopePath(text) == path)
    #expect(ScopePath(text)?.keys == keys)
  }

  @Test(arguments: [
    "/", "Row/", "/Row", "Row//Like", "[1]", "#1", "Row[", "Row[]", "Row[1", "Row]1[", "Row[1]x",
    "Row[1][2]", "Row[+1]", "Row[01]", "Row[-0]", "Row[--1]", "Row[-]", "Row[1.0]", "Row[1e3]",
    "Row[ 1]", "Row[9223372036854775808]", "Row[-9223372036854775809]", "Row[x]", "Row['x']",
    #"Row["x]"#, #"Row[x"]"#, #"Row["x""]"#, #"Row["\x"]"#, #"Row["\u0041"]"#, #"Row["\/"]"#,
    #"Row["\u000a"]"#, #"Row["\u000B"]"#, #"Row["\ud800"]"#, #"Row["\"#, #"Row["x\"]"#,
    "Row[\"\n\"]",
    #"Row[null]"#, #"Row[["x"]]"#, "Row#", "Row#0", "Row#-1", "Row#+1", "Row#01", "Row#1x",
    "Row#1#2",
    "Row#9223372036854775808", "Row#1[2]", "Row%", "Row%2", "Row%2f", "Row%41", "Row%-0", "Row%+0",
    "Row% 0", "Row%0", "Row%G0", "Row%0\u{ff11}", "Row%80", "Row%7f", "Ro\nw", "Row\u{0}",
    "Ro\u{7f}w",
  ])
  func otherTextsAreNoPaths(text: String) {
    #expect(ScopePath(text) == nil)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func pathsComeBackFromTheirText(seed: UInt64) {
    var random = RandomScopes(seed: seed)
    let path = random.path()
    let text = path.description
    let read = ScopePath(text)
    #expect(read == path, "seed \(seed): \(text)")
    #expect(read?.description.utf8.elementsEqual(text.utf8) == true, "seed \(seed): \(text)")
    for (found, expected) in zip(read?.keys ?? [], path.keys) {
      #expect(found.typeName.utf8.elementsEqual(expected.typeName.utf8), "seed \(seed): \(text)")
    }
    #expect(!text.utf8.contains { $0 < 0x20 }, "seed \(seed): \(text)")
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func damagedTextIsNoPathOrTheTextOfOne(seed: UInt64) {
    var random = RandomScopes(seed: seed)
    var bytes = Array(random.path().description.utf8)
    for _ in 0...random.random.index(below: 2) where !bytes.isEmpty {
      let index = random.random.index(below: bytes.count)
      switch random.random.index(below: 3) {
      case 0: bytes.remove(at: index)
      case 1: bytes.insert(bytes[random.random.index(below: bytes.count)], at: index)
      default: bytes[index] ^= 1 << random.random.index(below: 8)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self), let path = ScopePath(text) else {
      return
    }
    #expect(path.description.utf8.elementsEqual(bytes), "seed \(seed): \(text)")
  }

  @Test func aPathIsCodedAsItsText() throws {
    let path = ScopePath([ScopeKey(typeName: "Row", identifier: "é\"")])
    let data = try JSONEncoder().encode([path])
    #expect(try JSONDecoder().decode([String].self, from: data) == [path.description])
    #expect(try JSONDecoder().decode([ScopePath].self, from: data) == [path])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ScopePath].self, from: Data(#"["Row#0"]"#.utf8))
    }
  }
}
