import Testing

@testable import RosterReplay

@Suite struct GitLogParserTests {
  private static let zero = String(repeating: "0", count: 40)
  private static let one = String(repeating: "1", count: 40)

  /// What git prints for four commits, one of them without changes.
  private static let output = Array(
    ("aaaa 2026-01-31T10:00:00+01:00\0\n"
      + ":000000 100644 \(zero) \(one) A\0\na\0:000000 120000 \(zero) \(one) A\0:b c\0"
      + "bbbb 2026-01-31T10:00:00Z Ann B. C<Say \"a < b\"\0"
      + "cccc \0\n:100644 100755 \(zero) \(one) R087\0\na\0d/\u{E9}\0"
      + ":120000 000000 \(one) \(zero) D\0:b c\0"
      + "dddd 2026-01-31T10:00:00-08:00\0\n:100644 100644 \(zero) \(one) C100\0x\0y\0"
      + ":100644 120000 \(zero) \(one) T\0x\0").utf8)

  private static func path(_ text: String) -> GitPath { GitPath(bytes: Array(text.utf8)) }

  private static let commits = [
    GitCommit(
      hash: "aaaa", committedAt: "2026-01-31T10:00:00+01:00",
      changes: [
        .inserted(path("\na"), GitObject(mode: "100644", hash: one)),
        .inserted(path(":b c"), GitObject(mode: "120000", hash: one)),
      ]),
    GitCommit(
      hash: "bbbb", committedAt: "2026-01-31T10:00:00+00:00", author: "Ann B. C",
      title: #"Say "a < b""#),
    GitCommit(
      hash: "cccc", committedAt: nil,
      changes: [
        .moved(path("\na"), to: path("d/\u{E9}"), GitObject(mode: "100755", hash: one)),
        .removed(path(":b c")),
      ]),
    GitCommit(
      hash: "dddd", committedAt: "2026-01-31T10:00:00-08:00",
      changes: [
        .inserted(path("y"), GitObject(mode: "100644", hash: one)),
        .updated(path("x"), GitObject(mode: "120000", hash: one)),
      ]),
  ]

  private static func parse(_ chunks: [[UInt8]]) throws -> [GitCommit] {
    var parser = GitLogParser()
    var commits: [GitCommit] = []
    for chunk in chunks {
      parser.feed(chunk)
      while let commit = try parser.nextCommit() { commits.append(commit) }
    }
    if let commit = try parser.lastCommit() { commits.append(commit) }
    return commits
  }

  @Test(
    arguments: [
      ("aaaa  Ann<", nil, "Ann", nil), ("aaaa  <Title", nil, nil, "Title"),
      ("aaaa D <", "D", nil, nil),
      ("aaaa D Ann", "D", "Ann", nil), ("aaaa D A<b<c d", "D", "A", "b<c d"),
      ("aaaa", nil, nil, nil),
      (
        "aaaa D \u{E9}<" + String(repeating: "\u{1F600}", count: 121), "D", "\u{E9}",
        String(repeating: "\u{1F600}", count: 120)
      ),
    ] as [(String, String?, String?, String?)])
  func namesAndTitlesMayBeMissingOrLong(
    header: String, date: String?, author: String?, title: String?
  ) throws {
    let commits = try Self.parse([Array("\(header)\0".utf8)])
    #expect(
      commits == [GitCommit(hash: "aaaa", committedAt: date, author: author, title: title)])
  }

  /// The title of a commit is its first paragraph in one line, however long that is.
  @Test func titleMayBeLongerThanAnyPath() throws {
    var parser = GitLogParser()
    parser.feed(Array("aaaa D A<T".utf8))
    for _ in 0..<40 {
      parser.feed([UInt8](repeating: UInt8(ascii: "t"), count: 1 << 16))
      #expect(try parser.nextCommit() == nil)
    }
    parser.feed(Array("\0bbbb D B<\0".utf8))
    let title = "T" + String(repeating: "t", count: 119)
    #expect(
      try parser.nextCommit()
        == GitCommit(hash: "aaaa", committedAt: "D", author: "A", title: title))
    #expect(try parser.nextCommit() == nil)
    #expect(
      try parser.lastCommit() == GitCommit(hash: "bbbb", committedAt: "D", author: "B"))
  }

  @Test(arguments: [1, 2, 3, 7, 41, 100, 1000])
  func chunksMayBeCutAnywhere(size: Int) throws {
    let chunks = stride(from: 0, to: Self.output.count, by: size).map {
      Array(Self.output[$0..<min($0 + size, Self.output.count)])
    }
    #expect(try Self.parse(chunks) == Self.commits)
  }

  @Test func commitIsWholeWhenTheNextOneStarts() throws {
    var parser = GitLogParser()
    let start = try #require(Self.output.firstIndex(of: UInt8(ascii: "b")))
    parser.feed(Array(Self.output[..<start]))
    #expect(try parser.nextCommit() == nil)
  }

  @Test func outputThatIsCutOffIsRefused() throws {
    for count in 1..<Self.output.count {
      // Between two tokens it cannot be seen; git's exit code tells.
      if Self.output[count - 1] == 0, (try? Self.parse([Array(Self.output[..<count])])) != nil {
        continue
      }
      #expect(throws: ImportError.self) { try Self.parse([Array(Self.output[..<count])]) }
    }
  }

  @Test(arguments: [
    "warning: \0", ":100644 100644 a b M\0x\0", "aaaa x\0:100644 100644 a b\0x\0",
    "aaaa x\0:100644 100644 a b Q\0x\0", "aaaa x\0:\0x\0",
  ])
  func outputThatIsSomethingElseIsRefused(text: String) throws {
    let error = try #require(throws: ImportError.self) { try Self.parse([Array(text.utf8)]) }
    #expect(error.code == .malformed)
  }

  @Test func pathWithoutAnEndIsReadUpToTheLimitOnly() {
    var parser = GitLogParser()
    var byteCount = 0
    let error = #expect(throws: ImportError.self) {
      while byteCount < 1 << 24 {
        parser.feed([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16))
        byteCount += 1 << 16
        _ = try parser.nextCommit()
      }
    }
    #expect(error?.code == .malformed)
    #expect(
      error?.message.contains("a path has more than 1048576 bytes, which is the limit") == true)
    #expect(byteCount == (1 << 20) + (1 << 16))
  }
}
